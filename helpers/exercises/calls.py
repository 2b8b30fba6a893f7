"""Ten judgement calls: the one place where their words stand.

Chapter 0 asks those of `ASKED` and reveals nothing; later chapters settle one each, and chapter 6 asks them again. The
workshop's quiz has all ten. `options` says what each wrong answer misses.
"""

from helpers.exercises import Prediction

CALLS: dict[str, Prediction] = {}
ASKED = ("0A", "0B", "0C", "0D", "0E")


def _call(id, **words):
    CALLS[id] = Prediction(id, **words)


_call(
    "0A",
    asks="The old prompt got 40 of 50 right. The new one got 42 of 50, other questions. Ship the new one?",
    says={
        "a": "yes: four points are a lot for a change of prompt",
        "b": "no: this shows that there is no difference",
        "c": "not yet: chance alone could easily do this",
        "d": "no: nothing can be learned from 50 questions",
    },
    options={
        "a": "Four points on 50 items are well within what luck does to two equal systems.",
        "b": "Not seeing a difference is not having seen that there is none.",
        "c": "",
        "d": "Small tests can decide, when the effect is large enough.",
    },
    right="c",
    because="The difference is -11 to +19 points. The same items for both would tell more: chapter 5.",
)
_call(
    "0B",
    asks="A safety check passed 20 of 20. What do you write about how often it would pass, over all such questions?",
    says={
        "a": "it could be as low as 85%",
        "b": "it is 100%, give or take 0",
        "c": "it is 99% at least",
        "d": "20 items allow no statement",
    },
    options={
        "a": "",
        "b": "The bar of zero is the formula failing, not certainty.",
        "c": "A system that fails one time in ten still passes such a check one time in eight.",
        "d": "It says something: a system that fails often would hardly get through.",
    },
    right="a",
    because="By the rule of three the true rate may be as low as 85%, by Wilson's interval 83.9%.",
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
    because="The best of several noisy scores carries luck that does not come along.",
)
_call(
    "0D",
    asks="Two models answered the same 500 items: 84% and 86%. Each score lies inside the error bar of the other.",
    says={
        "a": "so there is no evidence of a difference",
        "b": "that does not decide it: look at the items on which they differ",
        "c": "two points are too few to be a real difference",
        "d": "with 500 items two points are a real difference",
    },
    options={
        "a": "Bars of single scores are not enough to decide when both answered the same items.",
        "b": "",
        "c": "How large a difference is and how sure it is are two things.",
        "d": "Whether two points are real depends on how many items flipped, and which way.",
    },
    right="b",
    because="Only the items on which they differ speak.",
)
_call(
    "0E",
    asks="On 2,000 questions last month the model scored 84%, on 2,000 this month 68%. Model, prompt and grading are "
    "the same. Your first thought?",
    says={
        "a": "the mix of easy and hard questions changed",
        "b": "bad luck with the draw of questions",
        "c": "the model got worse all the same",
        "d": "that cannot happen with the same model",
    },
    options={
        "a": "",
        "b": "With so many items luck moves a score by a point or two, not by sixteen.",
        "c": "The same model cannot get worse, but its score can go down.",
        "d": "It happens without any change to the model.",
    },
    right="a",
    because="Score each kind of question by itself before you compare totals.",
)
_call(
    "0F",
    asks="A comparison of two prompts gives p = 0.60. That means …",
    says={
        "a": "with 60% probability there is no difference",
        "b": "there is no difference",
        "c": "of two equal prompts, six comparisons in ten would look at least so different",
        "d": "the new prompt is better with 40% probability",
    },
    options={
        "a": "A p-value takes equal prompts for granted; it says nothing about how likely they are.",
        "b": "A large p only says that chance could do this. A difference may well be there.",
        "c": "",
        "d": "One minus p is not the chance of being better.",
    },
    right="c",
    because="A p-value is the chance of such a result, or a more extreme one, if nothing differs (chapter 4).",
)
_call(
    "0G",
    asks="400 items give an error bar of ±4 points. How many give ±2?",
    says={"a": "566", "b": "800", "c": "4,000", "d": "1,600"},
    options={
        "a": "Going the wrong way with the square root: √2 times the items.",
        "b": "Twice the items make the bar shorter by a factor of 1.4 only.",
        "c": "More than enough: that would be about a third of the bar.",
        "d": "",
    },
    right="d",
    because="Half the bar takes four times the items (chapters 1 and 2).",
)
_call(
    "0H",
    asks="Your service answers ten million questions a month. You graded 1,000 drawn at random; 84% were right.",
    says={
        "a": "that is known to about ±2.3 points",
        "b": "1,000 of ten million are too few to say anything",
        "c": "it is right for those 1,000 only",
        "d": "for a month with twice the questions you need twice the sample",
    },
    options={
        "a": "",
        "b": "What share of the pot you taste does not matter, only how large the spoon is.",
        "c": "A random sample speaks for all that it was drawn from; that is what it is for.",
        "d": "The size of the pot does not enter the error bar.",
    },
    right="a",
    because="Only the number drawn counts, as long as the draw is random (chapter 2).",
)
_call(
    "0I",
    asks="You cut a score of 84% into 20 slices of 50 items. The worst slice has 72%. You …",
    says={
        "a": "report it: 12 points are outside its error bar",
        "b": "expected about that, and test that slice with fresh items before you act",
        "c": "leave it out, since slices of 50 say nothing",
        "d": "retrain on items like it",
    },
    options={
        "a": "The bar is for a slice chosen beforehand. This one was chosen for being the worst.",
        "b": "",
        "c": "They say something, each with its bar; to leave out the worst is to choose the score.",
        "d": "That mends what may be luck, and uses up the items that could tell.",
    },
    right="b",
    because="The worst of twenty equal slices lies ten points below on average, twelve or more in one table of three "
    "(chapter 6).",
)
_call(
    "0J",
    asks="A model has 90% on a public test and 82% on fresh items. The gap is far outside the error bars.",
    says={
        "a": "it was trained on the public items",
        "b": "the fresh items are harder",
        "c": "it could be leaks, harder items, or how they were chosen; look at what tells them apart",
        "d": "it is luck: every gap shrinks with more items",
    },
    options={
        "a": "That is one of three reasons. What else differs between the two sets?",
        "b": "That is one of three reasons. What else differs between the two sets?",
        "c": "",
        "d": "Luck of this size has been ruled out; a gap with a reason stays.",
    },
    right="c",
    because="Its date, a model trained later, or fresh items made alike tell leaks from the rest (chapter 6).",
)
