"""The page that scores the quiz, in a browser: the helpers' numbers, by keyboard, for everybody, on paper."""

import csv
import io
import re

import numpy as np
import pytest
from scipy.stats import t, ttest_ind
from test_site import AXE, FOUND, NARROW, WIDE, WIDER

from give_or_take import tango_interval
from give_or_take.classroom.exercises.calls import FORMS, MISCONCEPTIONS
from tools import score

RIGHT = {form: [call.right for call in calls.values()] for form, calls in FORMS.items()}
SCORE = "([before, after]) => GiveOrTakeQuiz.score(before, after)"


@pytest.fixture(scope="module")
def quiz(browser, tmp_path_factory):
    """The page, opened from a file; it asks for nothing else, and says nothing in the console."""
    path, seen = tmp_path_factory.mktemp("quiz") / "score.html", []
    path.write_text(score.page(), encoding="utf-8")
    page = browser.new_page(viewport=WIDE)
    page.on("request", lambda request: seen.append(request.url))
    page.on("console", lambda message: seen.append(message.text))
    page.on("pageerror", lambda error: seen.append(str(error)))
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(path.as_uri())
    yield page
    assert [url for url in seen if not url.startswith("blob:")] == [path.as_uri()]
    page.close()


def room(rng, people, first=0.4, second=0.65):
    """Sheets of a room: {when: {code: (form, letters)}}; some people miss one of them, some letters are blank."""
    sheets = {"before": {}, "after": {}}
    for person in range(people):
        forms = rng.permutation(["A", "B"])
        for when, form, share in zip(sheets, forms, (first, second), strict=True):
            if rng.random() < 0.9:
                drawn = rng.choice([*"abcd", ""], 10, p=[0.22] * 4 + [0.12])
                known = rng.random(10) < share
                letters = [r if k else d for r, k, d in zip(RIGHT[form], known, drawn, strict=True)]
                code = f"ex{person % 31 + 1:02}{'ab'[person // 31]}"
                sheets[when][code] = (str(form), [str(letter) for letter in letters])
    return sheets


def typed(sheets):
    """Both piles as an instructor types them."""
    return [
        "\n".join(f"{code} {form} {''.join(letter or '.' for letter in said)}" for code, (form, said) in pile.items())
        for pile in sheets.values()
    ]


def marks(sheet):
    form, letters = sheet
    return np.array([letter == wanted for letter, wanted in zip(letters, RIGHT[form], strict=True)], dtype=int)


def test_the_page_computes_what_the_helpers_compute(quiz):
    for seed in range(40):
        compare(quiz, np.random.default_rng(seed))


def compare(page, rng):
    sheets = room(rng, int(rng.integers(3, 60)), *rng.random(2))
    found = page.evaluate(SCORE, typed(sheets))
    codes = [code for code in sheets["before"] if code in sheets["after"]]
    old, new = (np.array([marks(sheets[when][code]) for code in codes]) for when in sheets)
    assert (found["pairs"], found["problems"], found["same"]) == (len(codes), [], [])
    gain, first = (new - old).sum(axis=1), np.array([sheets["before"][code][0] for code in codes])
    halves = [gain[first == form] for form in "AB" if form in first]
    assert [order["n"] for order in found["orders"]] == [len(half) for half in halves]
    assert [order["mean"] for order in found["orders"]] == pytest.approx([half.mean() for half in halves])
    assert found["total"]["mean"] == pytest.approx(np.mean([half.mean() for half in halves]), abs=1e-12)
    if min(map(len, halves)) > 1 and max(half.std() for half in halves) > 0:
        if len(halves) == 2:  # a mean of two has half the reach of their difference, and so has half their difference
            welch = ttest_ind(*halves, equal_var=False).confidence_interval()
            reach = (welch.high - welch.low) / 4
            assert (found["gap"]["low"], found["gap"]["high"]) == pytest.approx((welch.low / 2, welch.high / 2))
        else:
            reach = t.ppf(0.975, len(gain) - 1) * gain.std(ddof=1) / len(gain) ** 0.5
        assert found["total"]["reach"] == pytest.approx(reach, abs=1e-9)
    else:
        assert "reach" not in found["total"]
    for k, item in enumerate(found["items"]):
        counts = [int(np.sum((old[:, k] == a) & (new[:, k] == b))) for a, b in ((1, 1), (0, 1), (1, 0))]
        assert [item[name] for name in ("both", "gained", "lost")] == counts
        parts = []
        for form in sorted({*first}):
            was, now = old[first == form, k], new[first == form, k]
            table = [int(np.sum((was == a) & (now == b))) for a, b in ((1, 1), (0, 1), (1, 0), (0, 0))]
            parts.append(tango_interval(*table, level=0.995))
        difference, low, high = np.transpose([[part.estimate, part.low, part.high] for part in parts])
        centre = difference.mean()
        down, up = (np.hypot.reduce(reach) / len(parts) for reach in (difference - low, high - difference))
        assert (item["difference"], item["low"], item["high"]) == pytest.approx((centre, centre - down, centre + up))
    assert found["alone"] == {
        here: [code for code in sheets[here] if code not in sheets[there]]
        for here, there in (("before", "after"), ("after", "before"))
    }
    ticked = {}
    for when, pile in sheets.items():
        for form, letters in pile.values():
            for id, letter in zip(FORMS[form], letters, strict=True):
                for wrong, name in MISCONCEPTIONS[form][id].items():
                    counts = ticked.setdefault(name, {"before": [], "after": []})
                    counts[when].append(letter == wrong)
    assert {entry["name"]: [entry[when] for when in sheets] for entry in found["ticked"]} == {
        name: [{"count": sum(on), "offered": len(on)} for on in counts.values()]
        for name, counts in ticked.items()
        if any(map(any, counts.values()))
    }
    shares = [[entry[when]["count"] / max(entry[when]["offered"], 1) for when in sheets] for entry in found["ticked"]]
    often = [sum(pair) for pair in shares]
    assert often == sorted(often, reverse=True)
    blanks = np.array([[not letter for letter in letters] for _, letters in sheets["before"].values()])
    assert found["sheets"]["before"]["blanks"] == blanks.sum(axis=0).tolist()


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("ab1c A cadbadccbd", None),
        ("AB1C, a, c,a,d,b,a,d,c,c,b,d", None),
        ("ab1c\tA\tc\ta\td\tb\t\td\tc\tc\tb\td", None),
        ("ab1c A cadb_d-?bd", None),
        ("ab1c A c a d b a d c c b d", None),
        ("ab1c A cadba dccbd", None),
        ("ab1c,A,c,a,d,b,a,d,c,c,b,d,", None),
        ('"ab1c","A","c","a","d","b","a","d","c","c","b","d"', None),
        ("ab1c A cadbadccbd,", None),
        ("ab1c, A cadba, dccbd", None),
        ("ab1c A cadb", "ab1c has 4 letters instead of 10"),
        ("ab1c,A,c,,d,b,a,d,c,c,b,d,a", "ab1c has 11 letters instead of 10"),
        ("ab1c C cadbadccbd", "the form of ab1c is C"),
        ("ab1c AB cadbadccbd", "the form of ab1c is AB"),
        ("ab1c cadbadccbd", "there is no form after ab1c"),
        ("ab1c,,c,a,d,b,a,d,c,c,b,d", "there is no form after ab1c"),
        ("ab1c A cadbadccbe", '"e" at call 10 of ab1c is no letter'),
        ("ab1c\tA\tc\ta b\td\tb\ta\td\tc\tc\tb\t", '"a b" at call 2 of ab1c is more than one letter'),
        ("ab1c\tA\tc\tab\td\tb\ta\td\tc\tc\tb", '"ab" at call 2 of ab1c is more than one letter'),
        ("ab1c;A;c;a,b;d;b;a;d;c;c;b;", '"a,b" at call 2 of ab1c is no letter'),
        ("ab1c A\tc\ta\td\tb\t\td\tc\tc\tb\td", None),
        ("before\tab1c\tA\tc\ta\td\tb\ta\td\tc\tc\tb\td", None),
        ("ab32c A cadbadccbd", "the day in the code"),
        ("ab00c A cadbadccbd", "the day in the code"),
        ("ab31c A cadbadccbd", None),
        ("5t08p A cadbadccbd", None),
        ("5t8p A cadbadccbd", "the day in two digits"),
        ("ba 14 k A cadbadccbd", "write it without spaces, like ba14k"),
        ("ba14 k A cadbadccbd", "write it without spaces, like ba14k"),
        ("we11lA cadbadccbd", 'behind the code "we11l"; put a space after it'),
        ("ab12 A cadbadccbd", "is not two letters or digits"),
        ("a A cadbadccbd", 'the code "a" is not two letters or digits'),
        (", A, c,a,d,b,a,d,c,c,b,d", "no code"),
        ("ab1c A <img/src=x/onerror=alert(1)>", "is no letter"),
    ],
)
def test_a_line_is_read_or_named(quiz, line, problem):
    quiz.get_by_label("Before").fill(f"{line}\nzz9z A cadbadccbd")
    said = quiz.locator("#problems").inner_text()
    assert (problem in said and "Before, line 1" in said) if problem else said == ""
    assert quiz.locator("#before-count").inner_text() == ("1 sheet" if problem else "2 sheets")
    assert quiz.locator("#problems img, #results img").count() == 0


def test_a_line_is_judged_when_it_is_left(quiz):
    pile, problems = quiz.get_by_label("Before"), quiz.locator("#problems")
    pile.fill("")
    pile.press_sequentially("ab01c A cad")
    assert problems.inner_text() == ""
    pile.press("Enter")
    assert "line 1: ab01c has 3 letters" in problems.inner_text()
    pile.press_sequentially("cd02e")
    assert "line 2" not in problems.inner_text()
    pile.blur()
    assert "line 2: there is no form after cd02e" in problems.inner_text()


def test_what_is_not_saved_is_said_and_leaving_asks(quiz):
    asks = "() => !window.dispatchEvent(new Event('beforeunload', {cancelable: true}))"
    quiz.get_by_label("After").fill("")
    quiz.get_by_label("Before").fill("ab01c A cadbadccbd\nab1c B cadbadccbd\nfg02h A cad")
    for _ in range(2):
        assert quiz.evaluate(asks)
        with quiz.expect_download():
            quiz.get_by_role("button", name="Save as CSV").click()
    promise = "Delete the file within two months, as the sheet promises."
    assert quiz.locator("#saved").inner_text() == f"0 sheets saved. 3 lines not saved: see above. {promise}"
    twice = "Before, lines 1 and 2: the code ab01c, written ab1c and read as ab01c, stands on two different sheets"
    assert twice in quiz.locator("#problems").inner_text()
    assert "line 3: fg02h has 3 letters" in quiz.locator("#problems").inner_text()
    quiz.get_by_label("Before").fill("ab01c A cadbadccbd")
    with quiz.expect_download():
        quiz.get_by_role("button", name="Save as CSV").click()
    assert not quiz.evaluate(asks)


def test_a_code_on_two_different_sheets_is_set_aside_in_both_piles_and_a_line_typed_twice_is_one(quiz):
    quiz.get_by_label("Before").fill("ab01c A cadbadccbd\nAB01C A cad.adccbd\ncd02e A cadbadccbd\ncd2e A CADBADCCBD")
    quiz.get_by_label("After").fill("ab01c B dcbdcabacb\ncd02e B dcbdcabacb")
    lines = quiz.locator("#problems p").all_inner_texts()
    assert [line.split(" stands")[0] for line in lines] == ["Before, lines 1 and 2; After, line 1: the code ab01c"]
    assert [quiz.locator(f"#{pile}-count").inner_text() for pile in ("before", "after")] == ["1 sheet"] * 2
    assert "1 person with one sheet of each form" in quiz.locator("#results").inner_text()


def test_a_table_with_its_heads_is_pasted_whole(quiz):
    head = "when\tcode\tform\t" + "\t".join(map(str, range(1, 11)))
    rows = [f"{when}\tab01c\t{form}\t" + "\t".join("cadbadccbd") for when, form in (("before", "A"), ("after", "B"))]
    quiz.get_by_label("After").fill("")
    high = []  # a line is read back as one line
    for text in (rows[0], "."):
        quiz.get_by_label("Before").fill("\n".join([text] * 30))
        high.append(quiz.get_by_label("Before").evaluate("(box) => box.scrollHeight"))
    assert high[0] == high[1]
    quiz.get_by_label("Before").fill("\n".join([head, *rows, "after\tcd02e\tA\tx", ""]))
    assert quiz.locator("#problems").inner_text().startswith('Before, line 4: "x" at call 1 of cd02e')
    assert [quiz.locator(f"#{pile}-count").inner_text() for pile in ("before", "after")] == ["1 sheet"] * 2


def test_codes_one_slip_apart_are_suggested(quiz):
    quiz.get_by_label("Before").fill("za30i A cadbadccbd\nab01c A cadbadccbd\nef21g A cadbadccbd")
    quiz.get_by_label("After").fill("za30l B dcbdcabacb\nba01c B dcbdcabacb\nfe12g B dcbdcabacb")
    quiz.get_by_text("Which pair").click()
    assert quiz.get_by_text("za30i and za30l").is_visible()
    assert quiz.evaluate(SCORE, [quiz.get_by_label(k).input_value() for k in ("Before", "After")])["near"] == [
        ["za30i", "za30l"],
        ["ab01c", "ba01c"],
    ]


@pytest.mark.parametrize("how", ["projected", "printed"])
def test_no_code_is_projected_or_printed(quiz, how):
    quiz.get_by_role("button", name="Show an example").click()
    quiz.get_by_label("Before").press_sequentially("\nex03a B cadbadccbd\nqq99q A cadbadccbd\nex06b A cadbadccbd\n")
    main = quiz.locator("main")
    assert "ex03a" in main.inner_text() and "qq99q" in main.inner_text() and not quiz.locator("#left-out").is_visible()
    if how == "printed":
        quiz.emulate_media(media="print")
    else:
        quiz.get_by_role("button", name="Show the results only").press("Enter")
        quiz.evaluate(AXE)
        assert quiz.evaluate(FOUND) == []
    quiz.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    text = main.inner_text()
    assert "4 lines left out" in text and "Of ten calls" in text and "Sheets without a partner" in text
    assert not re.search(r"\b(ex|qq)\d\d\w", text) and not quiz.get_by_label("Before").is_visible()
    quiz.emulate_media(media="screen")
    if how == "projected":
        quiz.get_by_role("button", name="Back to the sheets").press("Enter")
    assert quiz.get_by_label("Before").is_visible()


def test_a_small_room_gives_nobody_away(quiz):
    for people in (4, 9, 10, 19, 20, 24):
        for pile, form in (("Before", "AB"), ("After", "BA")):
            letters = ("aaaaabbbb.", "bbbbbcccc.", "cccccdddd.")
            lines = [f"ab{k + 1:02}c {form[k % 2]} {letters[k // 2 % 3]}" for k in range(people)]
            quiz.get_by_label(pile).fill("\n".join(lines))
        heads = quiz.locator("#results th[scope=col]").all_inner_texts()
        assert (heads.count("times"), heads.count("wrong to right")) == ((2, 1) if people >= 10 else (0, 0))
        assert ("before" in heads and "after" in heads) == (people >= 10)
        if people < 10:  # names and order only
            assert heads == ["what was ticked", "calls", "chapters"] * (people >= 5)
            assert quiz.locator("#results td:has-text('%'), #results .times").count() == 0
        said = quiz.locator("caption").last.inner_text() if people >= 5 else ""
        assert ("from 10 sheets on" in said) == (people == 9) and ("not only pairs" in said) == (people >= 5)
        shown = quiz.locator("#results").inner_text()
        assert ("Blank on the 9 sheets after: 10%." in shown) == (people == 9)
        assert ("Of ten calls" in shown) == ("form B minus form A" in shown) == (people >= 10)
        bases = [int(text.split(" of ")[1]) for text in quiz.locator("#results td").all_inner_texts() if " of " in text]
        assert all(base >= 10 for base in bases) and bool(bases) == (people >= 10)
        assert (f"With {people} people no single call can be judged" in shown) == (people >= 10)
        assert ("points" in heads) == (people >= 25)
    widths = quiz.evaluate("[...document.querySelectorAll('.times')].map((bar) => parseFloat(bar.style.width))")
    shares = [int(text.strip("%")) for text in quiz.locator("td:has(.times)").all_inner_texts()]
    assert widths == pytest.approx([6 * share / 100 for share in shares], abs=0.05)  # one scale in both columns


def test_the_same_form_twice_is_left_out_and_of_one_person_nothing_is_shown(quiz):
    quiz.get_by_label("Before").fill("ab01c A cadbadccbd\ncd02e A cadbadccbd\nfg03h B cadbadccbd")
    quiz.get_by_label("After").fill("ab01c B dcbdcabacb\ncd02e A cadbadccbd\nij04k B cadbadccbd")
    shown = quiz.locator("#results").inner_text()
    assert "1 person had the same form twice, and is left out" in shown and "from 5 people in each order" in shown
    assert "Was a form typed wrongly? Look at the papers." in shown
    assert "Of ten calls" not in shown and "Call by call" not in shown
    assert "1 with a sheet before and none after" in shown and "1 with a sheet after and none before" in shown
    assert not any(code in shown for code in ("cd02e", "fg03h", "ij04k"))  # behind a click
    quiz.get_by_text("Which code").last.click()
    assert quiz.get_by_text("ij04k").last.is_visible()


def test_no_change_is_shown_with_fewer_than_five_people_in_an_order(quiz):
    for second in range(1, 6):
        for pile, form in (("Before", "AB"), ("After", "BA")):
            lines = [f"ab{k:02}c {form[k > 5]} aabbccdda{'ab'[k % 2]}" for k in range(1, 6 + second)]
            quiz.get_by_label(pile).fill("\n".join(lines))
        shown = quiz.locator("#results").inner_text()
        parts = (".head", "form B then A", "Call by call", "95% interval", "On one day call 5 is not taught")
        found = [quiz.locator(".head").count(), *(shown.count(part) for part in parts[1:])]
        assert found == [int(second == 5)] * 5
        why = f"has only {second}. With fewer than 5 people in an order the interval is wide, and single sheets could"
        assert (why in shown) == (second < 5) and not (second < 5 and re.search(r"[+\u2212]\d", shown))


def test_a_pile_that_is_not_shown_moves_nothing_in_the_table_of_mistakes(quiz):
    """Twelve sheets before; the two of the evening, then the eight, all tick what was rare in the morning."""
    rare = {name: letter for letter, name in MISCONCEPTIONS["A"]["0G"].items()}["Half the bar, half the items"]
    lines = [f"ab{k:02}c A aaaaaa{rare if k == 1 else 'b'}aba" for k in range(1, 13)]
    seen = []
    for people in (0, 2, 8, 10):
        quiz.get_by_label("Before").fill("\n".join(lines))
        quiz.get_by_label("After").fill("\n".join(f"cd{k:02}e A ......{rare}..." for k in range(1, people + 1)))
        table = quiz.locator("#results table").last
        seen.append(table.inner_text())
        assert ("Which mistakes they show is said from 10" in quiz.locator("#results").inner_text()) == (people == 8)
    assert seen[0] == seen[1] == seen[2] != seen[3] and "half the items" not in seen[0] and "half the items" in seen[3]


def test_what_everybody_ticked_is_not_said(quiz):
    """Twelve people: at call 1 all wrong before and right after; at call 2 one was not; at call 3 one slipped."""
    key = {form: "".join(letters) for form, letters in RIGHT.items()}
    same = {form: {name: k for k, name in MISCONCEPTIONS[form]["0D"].items()}["Luck gives any split"] for form in key}
    piles = {"Before": [], "After": []}
    for k in range(12):
        for pile, form in zip(piles, ("AB", "BA")[k % 2], strict=True):
            now = pile == "After"
            rest = key[form][4:7] if k % 3 else "..."
            letters = (key[form][0] if now else ".") + (key[form][1] if now == (k > 0) else ".")
            letters += next(iter(MISCONCEPTIONS[form]["0C"])) if now and k == 1 else "."
            piles[pile].append(f"ab{k + 1:02}c {form} {letters}{key[form][3] if now else same[form]}{rest}...")
    for pile, lines in piles.items():
        quiz.get_by_label(pile).fill("\n".join(lines))
    call = {
        row.locator("th").inner_text(): row.locator("td").all_inner_texts()
        for row in quiz.locator("#results tbody tr").all()
    }
    for title in ("1. Two small tests", "2. Not one failed", "4. The same items"):
        assert call[title] == ["nearly none", "nearly all", "–", "–"]
    assert call["5. Another mix"] == ["8", "8", "0", "0"]
    assert call["Luck gives any split"][:4] == ["nearly all", "–", "nearly none", "–"]
    shown = quiz.locator("#results").inner_text()
    assert "12 of 12" not in shown and not set(call) & set(MISCONCEPTIONS["A"]["0C"].values())
    assert "Blank more than once on the 12 sheets after (form A 6, form B 6): nearly all at call 3, 4 at" in shown


def test_a_form_typed_wrongly_on_both_sheets_of_a_person_is_noticed(quiz):
    key = {form: "".join(letters) for form, letters in RIGHT.items()}
    quiz.get_by_label("Before").fill(f"ab01c B {key['A'][:4]}......\ncd02e A {key['A'][:4]}......")
    quiz.get_by_label("After").fill(f"ab01c A {key['B'][:7]}...\ncd02e B {key['B'][:7]}...")
    shown = quiz.locator("#results").inner_text()
    assert "1 person would have at least 6 more right calls with the other form's key" in shown
    quiz.get_by_text("Which code").first.click()
    assert quiz.get_by_text("ab01c").last.is_visible() and "cd02e" not in quiz.locator("#results").inner_text()
    quiz.get_by_role("button", name="Show an example").click()
    assert "other form's key" not in quiz.locator("#results").inner_text()


def test_piles_in_the_wrong_boxes_are_noticed_and_bold_is_explained_only_where_it_is(quiz):
    quiz.get_by_role("button", name="Show an example").click()
    piles = [quiz.get_by_label(pile) for pile in ("Before", "After")]
    texts, said = [pile.input_value() for pile in piles], quiz.locator("#results")
    assert "Check the piles" not in said.inner_text()
    assert "Bold: zero lies outside the interval." in said.inner_text() and quiz.locator(".shown").count()
    for pile, text in zip(piles, reversed(texts), strict=True):
        pile.fill(text)
    assert "below zero. Check the piles" in said.inner_text()
    piles[1].fill("\n".join(f"{line[:6]}{'AB'[line[6] == 'A']} abcdabcdab" for line in texts[0].split("\n")))
    piles[0].fill("\n".join(f"{line[:7]} abcdabcdab" for line in texts[0].split("\n")))
    assert "Call by call" in said.inner_text() and "Bold" not in said.inner_text()
    assert quiz.locator(".shown").count() == 0


def test_unequal_halves_do_not_move_the_change(quiz):
    """The day adds one call and form B is two calls easier: sixteen had A first, eight had B first."""
    right = {form: "".join(letters) for form, letters in RIGHT.items()}
    piles = {"before": [], "after": []}
    for person in range(24):
        for when, form in zip(piles, "AB" if person < 16 else "BA", strict=True):
            n = 3 + 2 * (form == "B") + (when == "after")
            piles[when].append(f"ab{person + 1:02}c {form} {right[form][:n]}{'.' * (10 - n)}")
    found = quiz.evaluate(SCORE, ["\n".join(pile) for pile in piles.values()])
    assert [order["mean"] for order in found["orders"]] == [3, -1]
    assert (found["total"]["mean"], found["gap"]["mean"]) == (1, 2)
    # right on form B alone, before and after: no change, although more people gain than lose
    piles = {"before": [], "after": []}
    for person in range(24):
        for when, form in zip(piles, "AB" if person < 16 else "BA", strict=True):
            piles[when].append(f"ab{person + 1:02}c {form} {right['B'][0] if form == 'B' else '.'}{'.' * 9}")
    first = quiz.evaluate(SCORE, ["\n".join(pile) for pile in piles.values()])["items"][0]
    assert (first["gained"], first["lost"], first["difference"]) == (16, 8, 0) and first["low"] < 0 < first["high"]


def test_the_empty_page_shows_no_right_letters(quiz):
    for pile in ("Before", "After"):
        for line in quiz.get_by_label(pile).get_attribute("placeholder").split("\n"):
            _, form, letters = line.split()
            assert marks((form, letters)).sum() <= 4


def test_a_file_is_saved_and_loaded_and_the_example_fills_the_page_by_keyboard(quiz, tmp_path):
    quiz.get_by_role("button", name="Show an example").focus()
    quiz.keyboard.press("Enter")
    assert "Of ten calls" in quiz.locator(".head").inner_text()
    with quiz.expect_download() as download:
        quiz.get_by_role("button", name="Save as CSV").press("Enter")
    download.value.save_as(tmp_path / "quiz.csv")
    text, shown = (tmp_path / "quiz.csv").read_text(), quiz.locator("#results").inner_text()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert list(rows[0]) == ["when", "code", "form", *map(str, range(1, 11))] and len(rows) == 59
    quiz.get_by_role("button", name="Clear").click()
    assert quiz.locator("#results").inner_text() == ""
    quiz.locator("#file").set_input_files(tmp_path / "quiz.csv")
    quiz.locator(".head").wait_for()
    assert quiz.locator("#results").inner_text() == shown
    (tmp_path / "other.csv").write_text("name,points\nx,3\n")
    quiz.locator("#file").set_input_files(tmp_path / "other.csv")
    quiz.get_by_text("The file has no column when").wait_for()
    for empty in ("", "\ufeff\n \n"):
        (tmp_path / "empty.csv").write_text(empty, encoding="utf-8")
        quiz.get_by_role("button", name="Clear").click()
        quiz.locator("#file").set_input_files(tmp_path / "empty.csv")
        names = "Its first line must name the columns: when, code, form, 1 to 10."
        quiz.get_by_text(f"The file is empty. {names}").wait_for()


def test_the_page_is_open_to_everybody_and_prints(quiz):
    quiz.get_by_role("button", name="Show an example").click()
    quiz.evaluate(AXE)
    for scheme in ("light", "dark"):
        for size in (WIDE, NARROW):
            quiz.emulate_media(color_scheme=scheme)
            quiz.set_viewport_size(size)
            assert quiz.evaluate(FOUND) == [], (scheme, size)
            assert quiz.evaluate(WIDER.replace("article", "main")) is False, (scheme, size)
            cut = quiz.evaluate("[...document.querySelectorAll('.wide')].map((e) => e.scrollWidth > e.clientWidth)")
            assert [hint.is_visible() for hint in quiz.locator(".more").all()] == cut and any(cut) == (size == NARROW)
    quiz.emulate_media(media="print", color_scheme="dark")
    assert not quiz.get_by_label("Before").is_visible() and quiz.locator(".head").is_visible()
    assert quiz.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
