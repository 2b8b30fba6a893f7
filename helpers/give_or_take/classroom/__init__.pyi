# The public names of the classroom. This list is the only one.

from .claim import Claim as Claim
from .environment import check_environment as check_environment
from .exercises import check as check
from .explorer import explore as explore
from .figures import Picture as Picture
from .figures import show as show
from .luck import survives as survives
from .predict import note as note
from .predict import reveal as reveal
