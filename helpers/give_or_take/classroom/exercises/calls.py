"""Ten judgement calls, in two forms: the one place where their words stand.

Chapter 0 asks those of `ASKED` and reveals nothing; later chapters settle one each, and chapter 6 asks them again. The
workshop's quiz has all ten, twice: form A is what the chapters ask, and form B asks the same with another story, other
numbers and the letters in another order. `options` says what each wrong answer misses, `MISCONCEPTIONS` has its name,
`IN_B` the letter that says the same in form B, `TREATED` the chapter that treats the call, and `TITLES` what
instructors call it.
"""

from give_or_take.classroom.exercises import Prediction

FORMS: dict[str, dict[str, Prediction]] = {"A": {}, "B": {}}
CALLS = FORMS["A"]
MISCONCEPTIONS: dict[str, dict[str, str]] = {}
IN_B: dict[str, dict[str, str]] = {}
TREATED: dict[str, int] = {}
TITLES: dict[str, str] = {}
ASKED = ("0A", "0B", "0C", "0D", "0E")


def _call(id, *, title, chapter, asks, because, answers, in_b):
    """Register a call in both forms.

    `asks` and `because` have one entry a form. Each of `answers` is (what form A says, what form B says, what it
    misses, its name), without the last two for the right one; `in_b` is the order of form B, in letters of form A.
    """
    words = dict(zip("abcd", answers, strict=True))
    right = next(letter for letter, answer in words.items() if len(answer) == 2)
    IN_B[id] = {letter: "abcd"[in_b.index(letter)] for letter in "abcd"}
    MISCONCEPTIONS[id] = {letter: answer[3] for letter, answer in words.items() if letter != right}
    TITLES[id], TREATED[id] = title, chapter
    for k, (form, order) in enumerate({"A": "abcd", "B": in_b}.items()):
        FORMS[form][id] = Prediction(
            id,
            asks=asks[k],
            says={letter: words[of][k] for letter, of in zip("abcd", order, strict=True)},
            options={letter: "".join(words[of][2:3]) for letter, of in zip("abcd", order, strict=True)},
            right="abcd"[order.index(right)],
            because=because[k],
        )


_call(
    "0A",
    title="Two small tests",
    chapter=4,
    asks=(
        "The old prompt got 40 of 50 questions right. The new one got 42 right, on 50 other questions. What do these "
        "two scores show?",
        "With the old index an assistant solved 33 of 60 tasks. With the new one it solved 36, of 60 other tasks. What "
        "do these two scores show?",
    ),
    answers=(
        (
            "the new prompt is better, as four points are a lot",
            "the new index is better, as five points are a lot",
            "A few points between two small tests are well within what luck does to two equal systems.",
            "Every difference is a change",
        ),
        (
            "the two are equally good: luck explains it all",
            "the two are equally good: luck explains it all",
            "Not seeing a difference is not having seen that there is none.",
            "Not shown means not there",
        ),
        ("neither is shown to be better: luck could do it", "neither is shown to be better: luck could do it"),
        (
            "nothing: 50 questions can never show a difference",
            "nothing: 60 tasks can never show a difference",
            "Small tests can decide, when the effect is large enough.",
            "Small tests say nothing",
        ),
    ),
    in_b="bdac",
    because=(
        "The difference is -11 to +19 points. The same items for both would tell more: chapter 5.",
        "The difference is -12 to +22 points. The same items for both would tell more: chapter 5.",
    ),
)
_call(
    "0B",
    title="Not one failed",
    chapter=3,
    asks=(
        "A model passed 20 of 20 safety questions. What do you know about its rate over all questions of that kind?",
        "An agent finished 40 of 40 test bookings. What do you know about its rate over all bookings of that kind?",
    ),
    answers=(
        (
            "it may be 90%: one such model in eight passes all",
            "it may be 95%: one such agent in eight passes all",
        ),
        (
            "it is 100%, give or take 0: no question was failed",
            "it is 100%, give or take 0: no booking was failed",
            "The bar of zero is the formula failing, not certainty.",
            "A bar of zero is certainty",
        ),
        (
            "it is at least 99%, as not a single question failed",
            "it is at least 99%, as not a single booking failed",
            "Failures that are rarer than one in its number of items often leave no trace in a test.",
            "Never failed means hardly ever fails",
        ),
        (
            "nothing: 20 questions are too few for a statement",
            "nothing: 40 bookings are too few for a statement",
            "It says something: a system that fails often would hardly get through.",
            "Small tests say nothing",
        ),
    ),
    in_b="dcab",
    because=(
        "A model that is right on 90% passes all 20 one time in eight. At 95%, the one-sided rule of three goes down "
        "to 85%.",
        "An agent that is right on 95% passes all 40 one time in eight. At 95%, the one-sided rule of three goes down "
        "to 92.5%.",
    ),
)
_call(
    "0C",
    title="The best of many",
    chapter=1,
    asks=(
        "You kept the best of 30 checkpoints, by their scores on the same 200 items. It scored 71%. On fresh items of "
        "that kind you expect on average …",
        "Twelve retrieval settings were tried on the same 150 tickets. The best one solved 64%. On fresh tickets of "
        "that kind you expect on average …",
    ),
    answers=(
        (
            "71%: it scored that",
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
    in_b="bdca",
    because=("The best of several noisy scores carries luck that is gone on fresh items.",) * 2,
)
_call(
    "0D",
    title="The same items",
    chapter=5,
    asks=(
        "Two models answered the same 500 questions: 420 and 430 right, each give or take 3 points. On 12 questions "
        "only one of them was right: 11 times the second. What does that show?",
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
            "the second is better: luck hardly gives 11 of 12",
            "the second is better: luck hardly gives 15 of 18",
        ),
        (
            "no gain: two points are too few to be a real one",
            "no gain: three points are too few to be a real one",
            "How large a difference is and how sure it is are two things.",
            "Small differences are never real",
        ),
        (
            "nothing: 12 of 500 questions are too few to judge by",
            "nothing: 18 of 400 tasks are too few to judge by",
            "The others cannot speak: both were right on them, or both wrong. Few may do, if they agree.",
            "Agreements are evidence too",
        ),
    ),
    in_b="cadb",
    because=(
        "If neither were better, each of the 12 would be a coin: p = 0.003. The gain is +0.8 to +3.7 points.",
        "If neither were better, each of the 18 would be a coin: p = 0.004. The gain is +1.0 to +5.4 points.",
    ),
)
_call(
    "0E",
    title="Another mix",
    chapter=6,
    asks=(
        "Last month a model got 84% of 2,000 questions right, this month 68% of 2,000 others. Its name, the prompt and "
        "the grading are the same. Could it be as good as before at every kind of question?",
        "In spring an assistant solved 90% of 1,500 tickets, in autumn 75% of 1,500 others. Its version, its settings "
        "and the grading are the same. Could it be as good as before at every kind of ticket?",
    ),
    answers=(
        ("yes: if more of them came from the hard kinds", "yes: if more of them came from the hard kinds"),
        (
            "yes: luck with the draw can take sixteen points",
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
            "no: what luck cannot explain is a worse model",
            "no: what luck cannot explain is a worse assistant",
            "The model is one suspect. The questions that it was given are another.",
            "A lower score is a worse model",
        ),
    ),
    in_b="dcab",
    because=(
        "Say it gets 90% of the easy and 60% of the hard ones. Then 20% of hard ones make 84%, and 73% make 68%.",
        "Say it solves 95% of the easy and 70% of the hard ones. Then 20% of hard ones make 90%, and 80% make 75%.",
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
            "there is a 30% chance that they are equally good",
            "there is a 20% chance that they are equally good",
            "A p-value takes equal systems for granted; it says nothing about how likely they are.",
            "p is the chance of no difference",
        ),
        (
            "they are equal, or so close that it does not matter",
            "they are equal, or so close that it does not matter",
            "A large p only says that chance could do this. A difference may well be there.",
            "Not shown means not there",
        ),
        (
            "there is a 70% chance that one of them is better",
            "there is an 80% chance that one of them is better",
            "One minus p is not the chance that there is a difference.",
            "One minus p is the chance of a difference",
        ),
        (
            "if equal, 30% of such tests differ as much or more",
            "if equal, 20% of such tests differ as much or more",
        ),
    ),
    in_b="dbac",
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
    in_b="dcba",
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
            "its rate exactly, as the draw was representative",
            "its rate exactly, as the draw was representative",
            "Random means fair on average, not exact: another draw would give another score.",
            "Random means exact",
        ),
    ),
    in_b="cbda",
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
            *("about 5 times in 100",) * 2,
            "That is how often it raises a false alarm where nothing differs. Here something does.",
            "The level is the power",
        ),
        ("about 15 times in 100",) * 2,
        (
            *("about 50 times in 100",) * 2,
            "That takes a difference about twice as large.",
            "A true difference shows half of the time",
        ),
        (
            *("about 95 times in 100",) * 2,
            "So often it keeps quiet where nothing differs. What it finds depends on the size of the difference.",
            "The level says how often one finds it",
        ),
    ),
    in_b="dcba",
    because=(
        "The power is 15%. For a power of 80% each prompt needs 906 questions.",
        "The power is 15%. For a power of 80% each index needs 1,251 tickets.",
    ),
)
_call(
    "0J",
    title="Two files",
    chapter=5,
    asks=(
        "Two systems answered the same 500 questions. One file is sorted by id, the other by time, without 20 "
        "questions that timed out. How do you compare the two, item by item?",
        "Two agents were given the same 300 tasks. One log is sorted by id, the other by time, without 24 tasks that "
        "crashed. How do you compare the two, item by item?",
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
            "by the two percentages: no item needs a partner",
            "by the two percentages: no item needs a partner",
            "That compares two sets of different size, and cannot see which items changed.",
            "Totals say it all",
        ),
        (
            "by id; count the 20, and what they could change",
            "by id; count the 24, and what they could change",
        ),
    ),
    in_b="dacb",
    because=(
        "Between all wrong and all right, the 20 move the second score by 4 points.",
        "Between all wrong and all right, the 24 move the second score by 8 points.",
    ),
)
