"""`python -m tools.site` is `make book`."""

import sys

from tools.site.build import main

sys.exit(main(sys.argv[1:]))
