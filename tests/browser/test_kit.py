"""The kit as it is printed: what hangs on the wall has a page for each sheet."""

import re

import pytest

from tools import kit, teach
from tools.notebook import Series

PLANS = {plan.key: plan for plan in teach.plans(Series.open())}


@pytest.fixture(scope="module")
def made():
    return kit.files(Series.open())


@pytest.mark.parametrize("key", PLANS)
def test_a_day_and_a_board_have_a_page_each_on_the_wall(tab, made, key):
    tab.set_content(made[f"{key}-wall.html"])
    pages = len(re.findall(rb"/Type\s*/Page\b", tab.pdf(prefer_css_page_size=True)))
    assert pages == tab.locator("#agenda h2, .sheet").count() > len(PLANS[key].days)
