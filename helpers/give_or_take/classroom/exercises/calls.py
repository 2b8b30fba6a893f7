"""Five judgement calls: chapter 0 asks them and reveals nothing, a later chapter settles each, chapter 6 asks again.

Every page that asks a call takes its words from here: the question, what each letter says, and what each wrong one
misses.
"""

from give_or_take.classroom.exercises import Prediction

CALLS: dict[str, Prediction] = {}


def _call(id, asks, *, settled, because, **letters):
    """Register a call; each letter has what it says and what that misses, the right one the first alone."""
    says = {letter: words[0] for letter, words in letters.items()}
    options = {letter: "".join(words[1:]) for letter, words in letters.items()}
    right = next(letter for letter, misses in options.items() if not misses)
    CALLS[id] = Prediction(id, options, right, because, asks=asks, says=says, settled=settled)


_call(
    "0A",
    "The old prompt got 40 of 50 questions right. The new one got 42 right, on 50 other questions. What do these two "
    "scores show?",
    settled=4,
    a=(
        "the new prompt is better, as four points are a lot",
        "Luck alone easily puts two equal systems a few points apart when the tests are this small.",
    ),
    b=(
        "the two are equally good: luck explains it all",
        "Failing to see a difference is not the same as showing that there is none.",
    ),
    c=("not which one is better: luck makes such gaps",),
    d=(
        "nothing: 50 questions can never show a difference",
        "Even a small test can show a difference that is large enough.",
    ),
    because="The gain may be anything from -11 to +19 points (95% interval), so zero is not ruled out.",
)
_call(
    "0B",
    "A model passed 20 of 20 safety questions. Could its rate over all questions of that kind be 90%?",
    settled=3,
    a=("yes: it takes only some luck to pass all 20",),
    b=(
        "no: it is 100%, give or take 0, as none was failed",
        "That 0 is where the formula fails. It does not mean that you can be certain.",
    ),
    c=(
        "no: it is at least 99%, as not one was failed",
        "A failure that comes up in fewer than one question in 20 may well not show up in 20 of them.",
    ),
    d=(
        "nobody can tell: 20 questions are far too few",
        "They do tell you something: a model that fails often would hardly get through.",
    ),
    because="A model that is right on 90% passes all 20 one time in eight. By the rule of three, at 95%, "
    "the true rate may be as low as 85%.",
)
_call(
    "0C",
    "You kept the best of 30 checkpoints, by their scores on the same 200 items. It scored 71%. On fresh items of that "
    "kind you expect on average …",
    settled=1,
    a=("71%: it scored that", "That would be so if the checkpoint had not been picked for its score."),
    b=("more: it was the best", "Nothing pushes its score up on fresh items."),
    c=("up or down, nobody can tell", "You can say more than that: on average, the direction is known."),
    d=("less: some of that was luck",),
    because="The winner was partly lucky, and on fresh items that luck is gone, on average.",
)
_call(
    "0D",
    "Two models answered the same 500 questions: 420 and 430 right, each give or take 3 points. They differ on 12: on "
    "11 only the second is right. What does that show?",
    settled=5,
    a=(
        "nothing: each score lies in the other's margin",
        "The margins of the single scores cannot decide this: both models answered the same questions.",
    ),
    b=("the second is better: luck hardly gives 11 of 12",),
    c=(
        "no gain: two points are too few to be a real one",
        "How large a difference is, and how sure you can be of it, are two things.",
    ),
    d=(
        "nothing: 12 of 500 questions are too few to judge by",
        "On all the others, both were right or both wrong, so those say nothing about who is better. Twelve may be "
        "enough, if nearly all go one way.",
    ),
    because="For 12 coins, 11 to 1 has p = 0.003 if equally uneven splits count half, and 0.006 if in full. "
    "The interval of the gain is +0.8 to +3.7 points.",
)
_call(
    "0E",
    "Last month a model got 84% of 2,000 questions right, this month 68% of 2,000 others. Its name, the prompt and the "
    "grading are the same. Could it be as good as before at every kind of question?",
    settled=6,
    a=("yes: a harder mix alone can take sixteen points",),
    b=(
        "yes: luck with the draw can take sixteen points",
        "With so many questions, luck moves a score by a few points at most.",
    ),
    c=(
        "no: at equal skill on each kind the score stays",
        "A total is an average over the kinds of question, and it moves when their shares do.",
    ),
    d=(
        "no: if luck cannot explain it, the model got worse",
        "The model is only one suspect. The questions that it was given are another.",
    ),
    because="With 92% right on easy questions and 60% on hard ones, 25% hard ones give a score of 84%, and 75% "
    "give 68%.",
)
