"""Ten judgement calls: the one place where their words stand.

Chapter 0 asks those of `ASKED` and reveals nothing; later chapters settle one each, and chapter 6 asks them again. The
workshop's quiz has all ten. `options` says what each wrong answer misses, `MISCONCEPTIONS` has its name, and `TREATED`
the chapter that treats the call.
"""

from give_or_take.classroom.exercises import Prediction

CALLS: dict[str, Prediction] = {}
MISCONCEPTIONS: dict[str, dict[str, str]] = {}
TREATED: dict[str, int] = {}
ASKED = ("0A", "0B", "0C", "0D", "0E")


def _call(id, *, names, chapter, **words):
    CALLS[id] = Prediction(id, **words)
    MISCONCEPTIONS[id], TREATED[id] = names, chapter


_call(
    "0A",
    asks="The old prompt got 40 of 50 questions right. The new one got 42 right, on 50 other questions. What do "
    "these two scores show?",
    says={
        "a": "the new prompt is better: four points are a lot",
        "b": "the two prompts are equally good",
        "c": "neither is shown to be better: chance could do this",
        "d": "nothing: on 50 questions no difference can be shown",
    },
    options={
        "a": "Four points on 50 items are well within what luck does to two equal systems.",
        "b": "Not seeing a difference is not having seen that there is none.",
        "c": "",
        "d": "Small tests can decide, when the effect is large enough.",
    },
    right="c",
    because="The difference is -11 to +19 points. The same items for both would tell more: chapter 5.",
    names={
        "a": "Every difference is a change",
        "b": "Not shown means not there",
        "d": "Small tests say nothing",
    },
    chapter=4,
)
_call(
    "0B",
    asks="A model passed 20 of 20 safety questions. What do you write about its rate over all questions of that kind?",
    says={
        "a": "it could be as low as 85%",
        "b": "it is 100%, give or take 0",
        "c": "it is at least 99%",
        "d": "20 questions allow no statement",
    },
    options={
        "a": "",
        "b": "The bar of zero is the formula failing, not certainty.",
        "c": "A system that fails one time in ten still passes such a check one time in eight.",
        "d": "It says something: a system that fails often would hardly get through.",
    },
    right="a",
    because="At 95%, the one-sided rule of three allows a rate as low as 85%, Wilson's interval 83.9%.",
    names={
        "b": "A bar of zero is certainty",
        "c": "Never failed means hardly ever fails",
        "d": "Small tests say nothing",
    },
    chapter=3,
)
_call(
    "0C",
    asks="You kept the best of 30 checkpoints, by their scores on the same 200 items. It scored 71%. On fresh items "
    "you expect …",
    says={
        "a": "71% on average",
        "b": "more than 71%: it is the best, after all",
        "c": "there is no telling in which direction",
        "d": "less than 71% on average",
    },
    options={
        "a": "That would be so if it had not been picked for its score.",
        "b": "Nothing pushes it up on fresh items.",
        "c": "It is not that bad: the direction is known.",
        "d": "",
    },
    right="d",
    because="The best of several noisy scores carries luck that is gone on fresh items.",
    names={
        "a": "The winner's score is its level",
        "b": "The best gets better",
        "c": "Luck in picking has no direction",
    },
    chapter=1,
)
_call(
    "0D",
    asks="Two models answered the same 500 questions. One scored 84%, give or take 3 points, the other 86%, give or "
    "take 3. Is the second one better?",
    says={
        "a": "no, there is no evidence of it: each score is within the other's give-or-take",
        "b": "that is open: look at the questions that one got right and the other wrong",
        "c": "no: two points are too few to be a real difference",
        "d": "yes: with 500 questions two points are a real difference",
    },
    options={
        "a": "Bars of single scores are not enough to decide when both answered the same items.",
        "b": "",
        "c": "How large a difference is and how sure it is are two things.",
        "d": "Whether two points are real depends on how many items flipped, and which way.",
    },
    right="b",
    because="Only the questions on which they differ speak.",
    names={
        "a": "Overlapping bars mean no evidence",
        "c": "Small differences are never real",
        "d": "Many items make any difference real",
    },
    chapter=5,
)
_call(
    "0E",
    asks="Last month a model got 84% of 2,000 questions right, this month 68% of 2,000. Its name, the prompt and the "
    "grading are the same. What is your first thought?",
    says={
        "a": "the mix of easy and hard questions changed",
        "b": "bad luck with the draw of questions",
        "c": "the model behind the name got worse",
        "d": "that cannot happen with the same model",
    },
    options={
        "a": "",
        "b": "With so many items luck moves a score by a point or two, not by sixteen.",
        "c": "It may have. But first look at the questions: the score can go down with the model unchanged.",
        "d": "It happens without any change to the model.",
    },
    right="a",
    because="Score each kind of question by itself before you compare totals.",
    names={
        "b": "Luck explains a gap of any size",
        "c": "A lower score is a worse model",
        "d": "Same model, same score",
    },
    chapter=6,
)
_call(
    "0F",
    asks="A test of two prompts against each other gives p = 0.30. That means …",
    says={
        "a": "the chance that they are equally good is 30%",
        "b": "the two are equally good, or as good as equal",
        "c": "the chance that one of them is better is 70%",
        "d": "if equal, 30% of such tests differ as much or more",
    },
    options={
        "a": "A p-value takes equal prompts for granted; it says nothing about how likely they are.",
        "b": "A large p only says that chance could do this. A difference may well be there.",
        "c": "One minus p is not the chance that there is a difference.",
        "d": "",
    },
    right="d",
    because="A p-value is the chance of a difference at least this large if nothing differs.",
    names={
        "a": "p is the chance of no difference",
        "b": "Not shown means not there",
        "c": "One minus p is the chance of a difference",
    },
    chapter=4,
)
_call(
    "0G",
    asks="400 independent items give your score an error bar of ±4 points. About how many would make it ±2?",
    says={"a": "566", "b": "800", "c": "1,600", "d": "6,400"},
    options={
        "a": "That takes the root where one has to square: √2 times the items.",
        "b": "Twice the items make the bar shorter by a factor of 1.4 only.",
        "c": "",
        "d": "That squares once too often: 16 times the items make it a quarter, ±1.",
    },
    right="c",
    because="Half the bar takes four times the items.",
    names={
        "a": "The root the wrong way round",
        "b": "Half the bar, twice the items",
        "d": "Squared once too often",
    },
    chapter=2,
)
_call(
    "0H",
    asks="Your service answered ten million questions last month. You graded 1,000 of them, drawn at random: 84% were "
    "right. About the whole month you know …",
    says={
        "a": "little: 1,000 are too small a share of ten million",
        "b": "nothing: they speak for those 1,000 questions only",
        "c": "the rate to within two or three points",
        "d": "the rate exactly: a random sample is representative",
    },
    options={
        "a": "What share of the pot you taste does not matter, only how large the spoon is.",
        "b": "A random sample speaks for all that it was drawn from; that is what it is for.",
        "c": "",
        "d": "Random means fair on average, not exact: another thousand would give another score.",
    },
    right="c",
    because="The margin is 2.3 points. Only the number drawn counts, as long as the draw is random.",
    names={
        "a": "The share of the pot counts",
        "b": "A sample speaks for itself only",
        "d": "Random means exact",
    },
    chapter=2,
)
_call(
    "0I",
    asks="You cut a score of 84% into 20 slices of 50 items. The worst slice has 72%; its own 95% interval ends below "
    "84%. What do you do first?",
    says={
        "a": "report it as a weakness: the interval leaves out 84%",
        "b": "test fresh items of that kind before acting on it",
        "c": "leave it out of the report: 50 items say nothing",
        "d": "mend it: the worst slice has the most to gain",
    },
    options={
        "a": "That interval is for a slice chosen beforehand. This one was chosen for being the worst.",
        "b": "",
        "c": "They say something, with their interval; to leave out the worst is to choose the score.",
        "d": "It may be worst by luck alone. Then there is nothing to mend, and next time it looks better by itself.",
    },
    right="b",
    because="Of twenty equal slices of 50 the worst has 72% or less in more than one table of three.",
    names={
        "a": "An interval does not know that it was picked",
        "c": "Small tests say nothing",
        "d": "The worst has the most to gain",
    },
    chapter=6,
)
_call(
    "0J",
    asks="A model gets 90% on a public test and 82% on fresh items made for the same purpose; zero lies far outside "
    "the interval of the difference. What does that show?",
    says={
        "a": "leaks: it has seen the public items in training",
        "b": "harder items: the fresh ones are more difficult",
        "c": "nothing: such gaps come and go with the items drawn",
        "d": "a real gap; it does not show where that comes from",
    },
    options={
        "a": "That is one reason among three. What else differs between the two sets?",
        "b": "That is one reason among three. What else differs between the two sets?",
        "c": "The interval has ruled out luck of this size. Something differs between the sets.",
        "d": "",
    },
    right="d",
    because="Leaks, difficulty or selection: its date, a model trained later, or items made alike tell them apart.",
    names={
        "a": "A gap is a leak",
        "b": "A gap is difficulty",
        "c": "Luck explains a gap of any size",
    },
    chapter=6,
)
