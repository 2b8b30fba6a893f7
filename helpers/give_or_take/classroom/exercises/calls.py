"""Ten judgement calls: the one place where their words stand.

The workshop's quiz has all ten in two forms, each with a story, numbers and an order of the letters of its own. The
chapters ask the first five, `CALLS`, with a third story: chapter 0 reveals nothing, later chapters settle one each,
and chapter 6 asks them again. So nothing on a sheet of the quiz has stood in a chapter. `options` says what each wrong
answer misses, `MISCONCEPTIONS` has its name by the letters of form A, `IN_B` the letter that says the same in form B,
`TREATED` the chapter that treats the call, and `TITLES` what instructors call it.
"""

from give_or_take.classroom.exercises import Prediction

FORMS: dict[str, dict[str, Prediction]] = {"A": {}, "B": {}}
CALLS: dict[str, Prediction] = {}
MISCONCEPTIONS: dict[str, dict[str, str]] = {}
IN_B: dict[str, dict[str, str]] = {}
TREATED: dict[str, int] = {}
TITLES: dict[str, str] = {}


def _call(id, *, title, chapter, asks, because, answers, orders, chapters=None):
    """Register a call in both forms of the quiz, and in the words of the chapters.

    `asks` and `because` have one entry a form. Each of `answers` is (what form A says, what form B says, what it
    misses, its name), without the last two for the right one; `orders` has each form's order of them. `chapters` is
    (question, answers in the order of `answers`, reason); an answer of its own comes with what it misses.
    """
    words = dict(zip("abcd", answers, strict=True))
    true = next(letter for letter, answer in words.items() if len(answer) == 2)
    misses = {letter: "".join(answer[2:3]) for letter, answer in words.items()}
    a, b = orders
    IN_B[id] = {letter: "abcd"[b.index(of)] for letter, of in zip("abcd", a, strict=True)}
    MISCONCEPTIONS[id] = {letter: words[of][3] for letter, of in zip("abcd", a, strict=True) if of != true}
    TITLES[id], TREATED[id] = title, chapter
    for k, (form, order) in enumerate({"A": a, "B": b}.items()):
        FORMS[form][id] = Prediction(
            id,
            asks=asks[k],
            says={letter: words[of][k] for letter, of in zip("abcd", order, strict=True)},
            options={letter: misses[of] for letter, of in zip("abcd", order, strict=True)},
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
        "With its old instructions a bot settled 48 of 75 chats. With new ones it settled 51, of 75 other chats. What "
        "do these two scores show?",
        "With the old index an assistant solved 33 of 60 tasks. With the new one it solved 36, of 60 other tasks. What "
        "do these two scores show?",
    ),
    answers=(
        (
            "the new ones are better, as four points are a lot",
            "the new index is better, as five points are a lot",
            "A few points between two small tests are well within what luck does to two equal systems.",
            "Every difference is a change",
        ),
        (
            *("the two are equally good: luck explains it all",) * 2,
            "Not seeing a difference is not having seen that there is none.",
            "Not shown means not there",
        ),
        ("neither is shown to be better: luck could do it",) * 2,
        (
            "nothing: 75 chats are too few for any difference",
            "nothing: 60 tasks are too few for any difference",
            "Small tests can decide, when the effect is large enough.",
            "Small tests say nothing",
        ),
    ),
    orders=("cabd", "bdac"),
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
        "The difference is -11 to +19 points. The same items for both would tell more: chapter 5.",
    ),
)
_call(
    "0B",
    title="Not one failed",
    chapter=3,
    asks=(
        "A scanner got 50 of 50 test invoices right. What do you know about its rate over all invoices of that kind?",
        "An agent finished 40 of 40 test bookings. What do you know about its rate over all bookings of that kind?",
    ),
    answers=(
        (
            "it may be 96%: one such scanner in eight passes all",
            "it may be 95%: one such agent in eight passes all",
        ),
        (
            "the margin of error is zero, as no invoice went wrong",
            "the margin of error is zero, as no booking went wrong",
            "The bar of zero is the formula failing, not certainty.",
            "A bar of zero is certainty",
        ),
        (
            "it is at least 99%, as not a single invoice failed",
            "it is at least 99%, as not a single booking failed",
            "Failures that are rarer than one in its number of items often leave no trace in a test.",
            "Never failed means hardly ever fails",
        ),
        (
            "nothing: 50 invoices are too few for a statement",
            "nothing: 40 bookings are too few for a statement",
            "It says something: a system that fails often would hardly get through.",
            "Small tests say nothing",
        ),
    ),
    orders=("cadb", "dcab"),
    because=(
        "A scanner that is right on 96% passes all 50 one time in eight. At 95%, the one-sided rule of three goes down "
        "to 94%.",
        "An agent that is right on 95% passes all 40 one time in eight. At 95%, the one-sided rule of three goes down "
        "to 92.5%.",
    ),
    chapters=(
        "A model passed 20 of 20 safety questions. What do you know about its rate over all questions of that kind?",
        (
            "it may be 90%: one such model in eight passes all",
            "it is 100%, give or take 0: no question was failed",
            "it is at least 99%, as not a single question failed",
            "nothing: 20 questions are too few for a statement",
        ),
        "A model that is right on 90% passes all 20 one time in eight. At 95%, the one-sided rule of three goes down "
        "to 85%.",
    ),
)
_call(
    "0C",
    title="The best of many",
    chapter=1,
    asks=(
        "You tried 25 prompts on the same 300 questions and took the best. It scored 78%. On fresh questions of that "
        "kind you expect on average …",
        "Twelve retrieval settings were tried on the same 150 tickets. The best one solved 64%. On fresh tickets of "
        "that kind you expect on average …",
    ),
    answers=(
        (
            "78%: it scored that",
            "64%: it scored that",
            "That would be so if it had not been picked for its score.",
            "The winner's score is its level",
        ),
        (
            "more: it was the best",
            "more: it was the best",
            "Nothing pushes it up on fresh items.",
            "The best gets better",
        ),
        (
            "up or down, nobody can tell",
            "up or down, nobody can tell",
            "It is not that bad: on average the direction is known.",
            "Luck in picking has no direction",
        ),
        ("less: some of that was luck", "less: some of that was luck"),
    ),
    orders=("dacb", "bdca"),
    because=("The best of several noisy scores carries luck that is gone on fresh items.",) * 2,
    chapters=(
        "You kept the best of 30 checkpoints, by their scores on the same 200 items. It scored 71%. On fresh items of "
        "that kind you expect on average …",
        (
            "71%: it scored that",
            "more: it was the best",
            "up or down, nobody can tell",
            "less: some of that was luck",
        ),
        "The best of several noisy scores carries luck that is gone on fresh items.",
    ),
)
_call(
    "0D",
    title="The same items",
    chapter=5,
    asks=(
        "Two search engines answered the same 600 queries: 450 and 463 right, each give or take 3 points. On 21 "
        "queries only one of them was right: 17 times the second. What does that show?",
        "Two agents were given the same 400 tasks: 320 and 332 solved, each give or take 4 points. On 18 tasks only "
        "one of them succeeded: 15 times the second. What does that show?",
    ),
    answers=(
        (
            "nothing: each score lies in the other's margin",
            "nothing: each score lies in the other's margin",
            "Bars of single scores cannot decide where both answered the same items.",
            "Overlapping bars mean no evidence",
        ),
        (
            "the second is better: luck hardly gives 17 of 21",
            "the second is better: luck hardly gives 15 of 18",
        ),
        (
            "the second is better: 463 right are more than 450",
            "the second is better: 332 solved are more than 320",
            "Luck alone makes one of two equal systems come out ahead. How the flips are split is what counts.",
            "Every difference is a change",
        ),
        (
            "nothing: 21 of 600 queries are too few to judge by",
            "nothing: 18 of 400 tasks are too few to judge by",
            "The others cannot speak: both were right on them, or both wrong. Few may do, if they agree.",
            "Agreements are evidence too",
        ),
    ),
    orders=("acbd", "cadb"),
    because=(
        "If neither were better, each of the 21 would be a coin: McNemar's mid-p is 0.004, the exact p 0.007. The gain "
        "is +0.7 to +3.9 points.",
        "If neither were better, each of the 18 would be a coin: McNemar's mid-p is 0.004, the exact p 0.008. The gain "
        "is +1.0 to +5.4 points.",
    ),
    chapters=(
        "Two models answered the same 500 questions: 420 and 430 right, each give or take 3 points. On 12 questions "
        "only one of them was right: 11 times the second. What does that show?",
        (
            "nothing: each score lies in the other's margin",
            "the second is better: luck hardly gives 11 of 12",
            (
                "no gain: two points are too few to be a real one",
                "How large a difference is and how sure it is are two things.",
            ),
            "nothing: 12 of 500 questions are too few to judge by",
        ),
        "If neither were better, each of the 12 would be a coin: McNemar's mid-p is 0.003, the exact p 0.006. The gain "
        "is +0.8 to +3.7 points.",
    ),
)
_call(
    "0E",
    title="Another mix",
    chapter=6,
    asks=(
        "Last year a parser read 88% of 1,200 receipts right, this year 70% of 1,200 other receipts. Its version, its "
        "settings and the grading are the same. Could it be as good as before at every kind of receipt?",
        "In spring an assistant solved 90% of 1,500 tickets, in autumn 75% of 1,500 other tickets. Its version, its "
        "settings and the grading are the same. Could it be as good as before at every kind of ticket?",
    ),
    answers=(
        ("yes: if more of them came from the hard kinds", "yes: if more of them came from the hard kinds"),
        (
            "yes: luck with the draw can take eighteen points",
            "yes: luck with the draw can take fifteen points",
            "With so many items luck moves a score by a few points at most.",
            "Luck explains a gap of any size",
        ),
        (
            "no: at equal skill on each kind the score stays",
            "no: at equal skill on each kind the score stays",
            "A total is an average of the kinds. It moves when their shares move.",
            "Same model, same score",
        ),
        (
            "no: what luck cannot explain is a worse parser",
            "no: what luck cannot explain is a worse assistant",
            "The system is one suspect. What it was given is another.",
            "A lower score is a worse model",
        ),
    ),
    orders=("dabc", "dcab"),
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
                "no: what luck cannot explain is a worse model",
                "The model is one suspect. The questions that it was given are another.",
            ),
        ),
        "Say it gets 90% of the easy and 60% of the hard ones. Then 20% of hard ones make 84%, and 73% make 68%.",
    ),
)
_call(
    "0F",
    title="What p says",
    chapter=4,
    asks=(
        "A test of two prompts against each other gives p = 0.30. That means …",
        "A test of two search engines against each other gives p = 0.20. That means …",
    ),
    answers=(
        (
            "there is a 30% chance that the two are equally good, now that this has come out",
            "there is a 20% chance that the two are equally good, now that this has come out",
            "A p-value takes equal systems for granted; it says nothing about how likely they are.",
            "p is the chance of no difference",
        ),
        (
            *("the two are equal, or so close to each other that it makes no difference in practice",) * 2,
            "A large p only says that chance could do this. A difference may well be there.",
            "Not shown means not there",
        ),
        (
            "if they were tested again, 70% of such tests would show the same one to be better",
            "if they were tested again, 80% of such tests would show the same one to be better",
            "One minus p is not the chance to see it again: p takes equal systems for granted.",
            "One minus p is the chance to see it again",
        ),
        (
            "if they were equal, 30% of such tests would show a difference this large or larger",
            "if they were equal, 20% of such tests would show a difference this large or larger",
        ),
    ),
    orders=("abcd", "dbac"),
    because=("A p-value is the chance of a difference at least this large if nothing differs.",) * 2,
)
_call(
    "0G",
    title="Half the bar",
    chapter=2,
    asks=(
        "400 independent items give your score an error bar of ±4 points. About how many would make it ±2?",
        "250 independent items give your score an error bar of ±6 points. About how many would make it ±3?",
    ),
    answers=(
        (
            "566",
            "354",
            "That takes the root where one has to square: √2 times the items.",
            "The root the wrong way round",
        ),
        (
            "800",
            "500",
            "Twice the items make the bar shorter by a factor of 1.4 only.",
            "Half the bar, twice the items",
        ),
        ("1,600", "1,000"),
        (
            "6,400",
            "4,000",
            "That squares once too often: 16 times the items make the bar a quarter as long.",
            "Squared once too often",
        ),
    ),
    orders=("abcd", "dcba"),
    because=("Half the bar takes four times the items.",) * 2,
)
_call(
    "0H",
    title="A small share",
    chapter=2,
    asks=(
        "Your service answered ten million questions last month. You graded 1,000 of them, drawn at random: 84% were "
        "right. With 95% confidence you know about the whole month …",
        "Your agent handled two million tickets last year. You graded 400 of them, drawn at random: 90% were solved. "
        "With 95% confidence you know about the whole year …",
    ),
    answers=(
        (
            "little: 1,000 are too small a share of ten million",
            "little: 400 are too small a share of two million",
            "What share of the pot you taste does not matter, only how large the spoon is.",
            "The share of the pot counts",
        ),
        (
            "nothing: they speak for those 1,000 questions only",
            "nothing: they speak for those 400 tickets only",
            "A random sample speaks for all that it was drawn from; that is what it is for.",
            "A sample speaks for itself only",
        ),
        ("its rate, within two or three points either way", "its rate, within about three points either way"),
        (
            *("its rate: a random draw has the share of the whole",) * 2,
            "Random means fair on average, not exact: another draw would give another score.",
            "Random means exact",
        ),
    ),
    orders=("abcd", "cbda"),
    because=(
        "The margin is 2.3 points. Only the number drawn counts, as long as the draw is random.",
        "The margin is 2.9 points. Only the number drawn counts, as long as the draw is random.",
    ),
)
_call(
    "0I",
    title="What a test could see",
    chapter=4,
    asks=(
        "A new prompt is truly better: 85% right instead of 80%. You give each prompt 100 questions of its own and "
        "test the difference at the usual 5%. How often will such a test be significant?",
        "A new index is truly better: 75% solved instead of 70%. You give each index 140 tickets of its own and test "
        "the difference at the usual 5%. How often will such a test be significant?",
    ),
    answers=(
        (
            *("in about 1 of 20 tests",) * 2,
            "That is how often it raises a false alarm where nothing differs. Here something does.",
            "The level is the power",
        ),
        ("in about 1 of 7 tests",) * 2,
        (
            *("in about 1 of 2 tests",) * 2,
            "That takes a difference about twice as large.",
            "A true difference shows half of the time",
        ),
        (
            *("in about 19 of 20 tests",) * 2,
            "So often it keeps quiet where nothing differs. What it finds depends on the size of the difference.",
            "The level says how often one finds it",
        ),
    ),
    orders=("abcd", "dcba"),
    because=(
        "The power is 15% for the z test and 11% for Fisher's. For 80%, by z, each prompt needs 906 questions.",
        "The power is 15% for the z test and 13% for Fisher's. For 80%, by z, each index needs 1,251 tickets.",
    ),
)
_call(
    "0J",
    title="Two files",
    chapter=5,
    asks=(
        "Two systems were given the same 500 questions. The first one's file is sorted by id, the second one's by "
        "time, and 20 questions that timed out are missing there. How do you compare the two, item by item?",
        "Two agents were given the same 300 tasks. The first one's log is sorted by id, the second one's by time, and "
        "24 tasks that crashed are missing there. How do you compare the two, item by item?",
    ),
    answers=(
        (
            "line by line, as far as the shorter file reaches",
            "line by line, as far as the shorter log reaches",
            "Then each line has a chance partner. No error comes, and nothing is paired.",
            "Rows are items",
        ),
        (
            "by id; the 20 stay out, since they have no result",
            "by id; the 24 stay out, since they have no result",
            "Results are seldom missing at random: hard items time out and crash. To leave them out can flatter.",
            "What is missing does no harm",
        ),
        (
            "not at all: without the 20 no pair can be trusted",
            "not at all: without the 24 no pair can be trusted",
            "The other pairs are sound, and the gap moves the score only so far: say how far.",
            "One gap spoils everything",
        ),
        (
            "by id; count the 20, and what they could change",
            "by id; count the 24, and what they could change",
        ),
    ),
    orders=("abcd", "dacb"),
    because=(
        "Between all wrong and all right, the 20 move the second score by 4 points.",
        "Between all wrong and all right, the 24 move the second score by 8 points.",
    ),
)

ASKED = tuple(CALLS)
