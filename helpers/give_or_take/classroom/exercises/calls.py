"""Ten judgement calls: the one place where their words stand.

The workshop's quiz has all ten in two forms, each with a story, numbers and an order of the letters of its own. The
chapters ask the first five, `CALLS`, with a third story: chapter 0 reveals nothing, later chapters settle one each,
and chapter 6 asks them again. So nothing on a sheet of the quiz has stood in a chapter. `options` says what each wrong
answer misses, `MISCONCEPTIONS` has its name by form, call and letter, `TREATED` the chapter that treats the call, and
`TITLES` what instructors call it. The forms offer the same mistakes; numbers go up in form A, and down in form B,
and the right one stands at one end, at the other, or between.
"""

from give_or_take.classroom.exercises import Prediction

FORMS: dict[str, dict[str, Prediction]] = {"A": {}, "B": {}}
CALLS: dict[str, Prediction] = {}
MISCONCEPTIONS: dict[str, dict[str, dict[str, str]]] = {"A": {}, "B": {}}
TREATED: dict[str, int] = {}
TITLES: dict[str, str] = {}


def _call(id, *, title, chapter, asks, because, answers, orders, chapters=None):
    """Register a call in both forms of the quiz, and in the words of the chapters.

    `asks` and `because` have one entry a form. Each of `answers` is (what form A says, what form B says, what it
    misses, its name), without the last two for the right one. `orders` has each form's order of them. `chapters` is
    (question, answers in the order of `answers`, reason); an answer of its own comes with what it misses.
    """
    words = dict(zip("abcd", answers, strict=True))
    true = next(letter for letter, answer in words.items() if len(answer) == 2)
    misses = {letter: "".join(answer[2:3]) for letter, answer in words.items()}
    TITLES[id], TREATED[id] = title, chapter
    for k, (form, order) in enumerate(zip(FORMS, orders, strict=True)):
        meant = {letter: words[of] for letter, of in zip("abcd", order, strict=True)}
        MISCONCEPTIONS[form][id] = {letter: answer[3] for letter, answer in meant.items() if answer[2:]}
        FORMS[form][id] = Prediction(
            id,
            asks=asks[k],
            says={letter: answer[k] for letter, answer in meant.items()},
            options={letter: "".join(answer[2:3]) for letter, answer in meant.items()},
            right="abcd"[order.index(true)],
            because=because[k],
        )
    if chapters:
        asked, says, reason = chapters
        own = {letter: answer for letter, answer in zip("abcd", says, strict=True) if isinstance(answer, tuple)}
        CALLS[id] = Prediction(
            id,
            asks=asked,
            says=dict(zip("abcd", says, strict=True)) | {letter: answer for letter, (answer, _) in own.items()},
            options=misses | {letter: miss for letter, (_, miss) in own.items()},
            right=true,
            because=reason,
        )


_call(
    "0A",
    title="Two small tests",
    chapter=4,
    asks=(
        "With its old instructions a bot settled 48 of 75 chats. With new ones it settled 51, of 75 other chats. Which "
        "instructions are better?",
        "With the old index an assistant solved 33 of 60 tasks. With the new one it solved 36, of 60 other tasks. "
        "Which index is better?",
    ),
    answers=(
        (
            "the new ones: four points are too many for luck",
            "the new one: five points are too many for luck",
            "A few points between two small tests are well within what luck does to two equal systems.",
            "Every difference is a change",
        ),
        (
            "neither: four points are luck, so they are equal",
            "neither: five points are luck, so they are equal",
            "Not seeing a difference is not having seen that there is none.",
            "Not shown means not there",
        ),
        (
            "that is open: equal ones often differ by as much",
            "that is open: equal ones often differ by as much",
        ),
        (
            "that is open: any gap takes hundreds of chats to see",
            "that is open: any gap takes hundreds of tasks to see",
            "Small tests can decide, when the effect is large enough.",
            "Small tests say nothing",
        ),
    ),
    orders=("bdac", "dcab"),
    because=(
        "The difference is -11 to +19 points. The same chats for both would tell more: chapter 5.",
        "The difference is -12 to +22 points. The same tasks for both would tell more: chapter 5.",
    ),
    chapters=(
        "The old prompt got 40 of 50 questions right. The new one got 42 right, on 50 other questions. What do these "
        "two scores show?",
        (
            "the new prompt is better, as four points are a lot",
            "the two are equally good: luck explains it all",
            "neither is shown to be better: luck could do it",
            "nothing: 50 questions can never show a difference",
        ),
        "From -11 to +19 points: the gain's 95% interval holds zero.",
    ),
)
_call(
    "0B",
    title="Not one failed",
    chapter=3,
    asks=(
        "A scanner was tried on 50 invoices, drawn at random, and read them all right. How far below 100% could its "
        "rate over all such invoices be, with 95% confidence?",
        "An agent was tried on 60 bookings, drawn at random, and got them all right. How far below 100% could its "
        "rate over all such bookings be, with 95% confidence?",
    ),
    answers=(
        ("about 6 points", "about 5 points"),
        (
            *("0 points",) * 2,
            "The bar of zero is the formula failing, not certainty.",
            "A bar of zero is certainty",
        ),
        (
            *("about 1 point",) * 2,
            "Failures that are rarer than one in its number of items often leave no trace in a test.",
            "Never failed means hardly ever fails",
        ),
        (
            "about 14 points",
            "about 13 points",
            "That is the bar of a score near 50%. A system that fails that often would hardly get through.",
            "One bar for every score",
        ),
    ),
    orders=("bcad", "dacb"),
    because=(
        "The rule of three: 3 failures in 50 are 6 points. A scanner that is right on 94% passes all 50 one time in "
        "22. Wilson's two-sided interval reaches 7 points down.",
        "The rule of three: 3 failures in 60 are 5 points. An agent that is right on 95% passes all 60 one time in "
        "22. Wilson's two-sided interval reaches 6 points down.",
    ),
    chapters=(
        "A model passed 20 of 20 safety questions. What do you know about its rate over all questions of that kind?",
        (
            "it may well be 90%, or even less than that",
            "it is 100%, give or take 0: no question was failed",
            "it is at least 99%, as not a single question failed",
            (
                "nothing: 20 questions are too few for a statement",
                "It says something: a system that fails often would hardly get through.",
            ),
        ),
        "A model that is right on 90% passes all 20 one time in eight. By the rule of three, at 95%, it may be as "
        "low as 85%.",
    ),
)
_call(
    "0C",
    title="The best of many",
    chapter=1,
    asks=(
        "You tried 25 wordings of a prompt on the same 300 questions. They scored 69% to 78%, and you took the best. "
        "On fresh questions of that kind you expect it to score, on average …",
        "Twelve retrieval settings were tried on the same 150 tickets. They solved 52% to 64%, and the best was taken. "
        "On fresh tickets of that kind you expect it to solve, on average …",
    ),
    answers=(
        (
            "about 78%: 300 questions average luck out",
            "about 64%: 150 tickets average luck out",
            "That would be so if it had not been picked for its score.",
            "The winner's score is its level",
        ),
        (
            "below 78%: fresh questions tend to be harder",
            "below 64%: fresh tickets tend to be harder",
            "They are of the same kind, and so as hard on average. What is gone is the luck.",
            "Fresh items are harder",
        ),
        (
            "about 78%: luck lifts as often as it lowers",
            "about 64%: luck lifts as often as it lowers",
            "For one system it does. The first of many is one that it lifted.",
            "Luck in picking has no direction",
        ),
        ("below 78%: luck helped it to come out first", "below 64%: luck helped it to come out first"),
    ),
    orders=("cdab", "dbca"),
    because=("The best of several noisy scores carries luck that is gone on fresh items.",) * 2,
    chapters=(
        "You kept the best of 30 checkpoints, by their scores on the same 200 items. It scored 71%. On fresh items of "
        "that kind you expect on average …",
        (
            "71%: it scored that",
            ("more: it was the best", "Nothing pushes it up on fresh items."),
            ("up or down, nobody can tell", "It is not that bad: on average the direction is known."),
            "less: some of that was luck",
        ),
        "On fresh items the winner's luck is gone, on average.",
    ),
)
_call(
    "0D",
    title="The same items",
    chapter=5,
    asks=(
        "Two search engines answered the same 600 queries: 75.0% and 77.2% right. They differ on "
        "21 queries: on 17 only the second was right. Which is better, and why?",
        "Two agents were given the same 400 tasks: 80% and 83% solved. They differ on 18 tasks: on "
        "15 only the second succeeded. Which is better, and why?",
    ),
    answers=(
        (
            "that is open: the error bars of the two scores overlap",
            "that is open: the error bars of the two scores overlap",
            "Bars of single scores cannot decide where both answered the same items.",
            "Overlapping bars mean no evidence",
        ),
        (
            "the second: luck alone would hardly give 17 of 21",
            "the second: luck alone would hardly give 15 of 18",
        ),
        (
            "the second: it got 77.2% right, the first one 75.0%",
            "the second: it solved 83% of them, the first 80%",
            "Luck alone makes one of two equal systems come out ahead. How the flips are split is what counts.",
            "Every difference is a change",
        ),
        (
            "that is open: 17 of 21 can easily be luck",
            "that is open: 15 of 18 can easily be luck",
            "If neither were better, each of these would be a coin, and coins hardly ever fall so unevenly.",
            "Luck gives any split",
        ),
    ),
    orders=("cadb", "dcba"),
    because=(
        "If neither were better, each of the 21 would be a coin: McNemar's mid-p is 0.004, the exact p 0.007. The gain "
        "is +0.7 to +3.9 points.",
        "If neither were better, each of the 18 would be a coin: McNemar's mid-p is 0.004, the exact p 0.008. The gain "
        "is +1.0 to +5.4 points.",
    ),
    chapters=(
        "Two models answered the same 500 questions: 420 and 430 right, each give or take 3 points. They differ on "
        "12: on 11 only the second is right. What does that show?",
        (
            "nothing: each score lies in the other's margin",
            "the second is better: luck hardly gives 11 of 12",
            (
                "no gain: two points are too few to be a real one",
                "How large a difference is and how sure it is are two things.",
            ),
            (
                "nothing: 12 of 500 questions are too few to judge by",
                "The others cannot speak: both were right on them, or both wrong. Few may do, if they agree.",
            ),
        ),
        "Of 12 coins, 11 to 1 or worse has p = 0.006, counted exactly. The gain is +0.8 to +3.7 points.",
    ),
)
_call(
    "0E",
    title="Another mix",
    chapter=6,
    asks=(
        "Last year a parser read 88% of 1,200 receipts right, this year 70% of 1,200 other receipts. Its name, its "
        "settings and the grading are the same. Has it become worse at some kind of receipt?",
        "In spring an assistant solved 90% of 1,500 tickets, in autumn 75% of 1,500 other tickets. Its name, its "
        "settings and the grading are the same. Has it become worse at some kind of ticket?",
    ),
    answers=(
        ("that is open: more of them may be of a hard kind",) * 2,
        (
            "that is open: luck may well take eighteen points",
            "that is open: luck may well take fifteen points",
            "With so many items luck moves a score by a few points at most.",
            "Luck explains a gap of any size",
        ),
        (
            *("yes: equal skill at each kind gives an equal score",) * 2,
            "A total is an average of the kinds. It moves when their shares move.",
            "Same model, same score",
        ),
        (
            "yes: luck alone would hardly take eighteen points",
            "yes: luck alone would hardly take fifteen points",
            "That is true of luck. But the system is one suspect, and what it was given is another.",
            "A lower score is a worse model",
        ),
    ),
    orders=("dcab", "bdca"),
    because=(
        "Say it gets 94% of the easy and 64% of the hard ones. Then 20% of hard ones make 88%, and 80% make 70%.",
        "Say it solves 95% of the easy and 70% of the hard ones. Then 20% of hard ones make 90%, and 80% make 75%.",
    ),
    chapters=(
        "Last month a model got 84% of 2,000 questions right, this month 68% of 2,000 others. Its name, the prompt and "
        "the grading are the same. Could it be as good as before at every kind of question?",
        (
            "yes: if more of them came from the hard kinds",
            "yes: luck with the draw can take sixteen points",
            "no: at equal skill on each kind the score stays",
            (
                "no: if luck cannot explain it, the model got worse",
                "The model is one suspect. The questions that it was given are another.",
            ),
        ),
        "Easy 92%, hard 60%: 25% hard gives 84%, 75% gives 68%.",
    ),
)
_call(
    "0F",
    title="What p says",
    chapter=4,
    asks=(
        "One prompt scores above another. A two-sided test, which counts a gap either way, gives p = 0.45. That "
        "means …",
        "One engine scores above another. A two-sided test, which counts a gap either way, gives p = 0.40. That "
        "means …",
    ),
    answers=(
        (
            "given this gap, there is a 45% chance that the two are equally good",
            "given this gap, there is a 40% chance that the two are equally good",
            "A p-value takes equal systems for granted; it says nothing about how likely they are.",
            "p is the chance of no difference",
        ),
        (
            "the two are equally good for practical purposes, as 45% is far above 5%",
            "the two are equally good for practical purposes, as 40% is far above 5%",
            "A large p only says that chance could do this. A difference may well be there.",
            "Not shown means not there",
        ),
        (
            "if the test were run again, there is a 55% chance of the same winner",
            "if the test were run again, there is a 60% chance of the same winner",
            "One minus p is not the chance to see it again: p takes equal systems for granted.",
            "One minus p is the chance to see it again",
        ),
        (
            "if the two were equal, 45% of such tests would show this gap or more",
            "if the two were equal, 40% of such tests would show this gap or more",
        ),
    ),
    orders=("dbac", "acdb"),
    because=(
        "A p-value is the chance of a difference at least this large if nothing differs. Run again, the same one comes "
        "out ahead in about 70% of tests, if all that is known is this one.",
        "A p-value is the chance of a difference at least this large if nothing differs. Run again, the same one comes "
        "out ahead in about 72% of tests, if all that is known is this one.",
    ),
)
_call(
    "0G",
    title="Half the bar",
    chapter=2,
    asks=(
        "240 independent items give your score an error bar of ±5 points. About how many would make it ±2.5?",
        "2,000 independent items give your score an error bar of ±2 points. About how many would make it ±1?",
    ),
    answers=(
        (
            "120",
            "1,000",
            "Fewer items make the bar longer, not shorter.",
            "Half the bar, half the items",
        ),
        (
            "339",
            "2,828",
            "That takes the root where one has to square: √2 times the items.",
            "The root the wrong way round",
        ),
        (
            "480",
            "4,000",
            "Twice the items make the bar shorter by a factor of 1.4 only.",
            "Half the bar, twice the items",
        ),
        ("960", "8,000"),
    ),
    orders=("abcd", "dcba"),
    because=("Half the bar takes four times the items.",) * 2,
)
_call(
    "0H",
    title="A small share",
    chapter=2,
    asks=(
        "Your service answered three million chats last month. You graded 800 of them, drawn at random: 76% were "
        "right. Do you know, with 95% confidence, how good it was over the whole month?",
        "Your agent handled two million tickets last year. You graded 900 of them, drawn at random: 74% were solved. "
        "Do you know, with 95% confidence, how good it was over the whole year?",
    ),
    answers=(
        (
            "no: 800 are too small a part of three million",
            "no: 900 are too small a part of two million",
            "What share of the pot you taste does not matter, only how large the spoon is.",
            "The share of the pot counts",
        ),
        (
            "no: those not graded may be of another kind",
            "no: those not graded may be of another kind",
            "A random sample speaks for all that it was drawn from; that is what it is for.",
            "A sample speaks for itself only",
        ),
        ("yes, to about three points: 800 are enough", "yes, to about three points: 900 are enough"),
        (
            *("yes, to a tenth of a point: the draw is random",) * 2,
            "Random means fair on average, not exact: another draw would give another score.",
            "Random means exact",
        ),
    ),
    orders=("acdb", "cbda"),
    because=(
        "The margin is 3.0 points. Only the number drawn counts, as long as the draw is random.",
        "The margin is 2.9 points. Only the number drawn counts, as long as the draw is random.",
    ),
)
_call(
    "0I",
    title="What a test could see",
    chapter=4,
    asks=(
        "A new prompt is truly better: 65% right instead of 60%. You give each prompt 150 questions of its own and "
        "compare the two with the usual test at the 5% level. How often will such a test be significant?",
        "A new index is truly better: 75% solved instead of 70%. You give each index 260 tickets of its own and "
        "compare the two with the usual test at the 5% level. How often will such a test be significant?",
    ),
    answers=(
        ("in about 15% of tests", "in about 25% of tests"),
        (
            *("in about 60% of tests",) * 2,
            "The true gap is less than two standard errors, so fewer than half of such tests show it.",
            "A true difference often shows",
        ),
        (
            *("in about 80% of tests",) * 2,
            "Tests are planned for that. Nobody planned this one: it takes more than four times the items.",
            "Every test has the power of a planned one",
        ),
        (
            *("in about 95% of tests",) * 2,
            "That is how often it stays silent where nothing differs. Here something does.",
            "One minus the level is the power",
        ),
    ),
    orders=("abcd", "dcba"),
    because=(
        "The power is 15% for the z test and 12% for Fisher's. For 80%, by z, each prompt needs 1,471 questions.",
        "The power is 25% for the z test and 22% for Fisher's. For 80%, by z, each index needs 1,251 tickets.",
    ),
)
_call(
    "0J",
    title="Two files",
    chapter=5,
    asks=(
        "Two systems were given the same 500 questions. What counts is how often a user gets a right answer. The first "
        "one's file is sorted by id, the second one's by time, and 20 questions on which it timed out are missing "
        "there. How do you compare the two?",
        "Two agents were given the same 300 tasks. What counts is how often a user's task gets done. The first one's "
        "log is sorted by id, the second one's by time, and 24 tasks on which it crashed are missing there. How "
        "do you compare the two?",
    ),
    answers=(
        (
            "line by line, as far as the shorter file reaches",
            "line by line, as far as the shorter log reaches",
            "Then each line has a chance partner. No error comes, and nothing is paired.",
            "Rows are items",
        ),
        (
            "by id, on the 480 questions that are in both files",
            "by id, on the 276 tasks that are in both logs",
            "Results are seldom missing at random: hard items time out and crash. To leave them out flatters.",
            "What is missing does no harm",
        ),
        (
            "line by line, after both files have been sorted by time",
            "line by line, after both logs have been sorted by time",
            "No two runs take the same times, and each missing line moves all that follow.",
            "Sorted files are paired files",
        ),
        (
            "by id, on all 500, the 20 as wrong for the second",
            "by id, on all 300, the 24 as failed by the second",
        ),
    ),
    orders=("dbac", "acbd"),
    because=(
        "Who waits in vain gets no right answer. Without the 20, the second score looks up to 4 points better.",
        "A crash gets no task done. Without the 24, the second score looks up to 8 points better.",
    ),
)

ASKED = tuple(CALLS)
