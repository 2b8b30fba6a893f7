"""The five judgement calls of chapter 0. Nothing is revealed there: they are asked again once the tools are at hand."""

from helpers.exercises import prediction

prediction(
    "0A",
    options={
        "a": "Four points on 50 items are well within what luck does to two equal systems.",
        "b": "Not seeing a difference is not having seen that there is none.",
        "c": "",
        "d": "Small tests can decide, when the effect is large enough.",
    },
    right="c",
    because="The difference is -11 to +19 points. The same items for both would tell more: chapter 5.",
)
prediction(
    "0B",
    options={
        "a": "",
        "b": "The bar of zero is the formula failing, not certainty.",
        "c": "A system that fails one time in ten still passes such a check one time in eight.",
        "d": "It says something: a system that fails often would hardly get through.",
    },
    right="a",
    because="By the rule of three the true rate may be as low as 85%, by Wilson's interval 83.9%.",
)
prediction(
    "0C",
    options={
        "a": "That would be so if it had not been picked for its score.",
        "b": "Nothing pushes it up on fresh items.",
        "c": "It is not that bad: the direction is known.",
        "d": "",
    },
    right="d",
    because="The best of several noisy scores carries luck that does not come along.",
)
prediction(
    "0D",
    options={
        "a": "Bars of single scores are not enough to decide when both answered the same items.",
        "b": "",
        "c": "How large a difference is and how sure it is are two things.",
        "d": "Whether two points are real depends on how many items flipped, and which way.",
    },
    right="b",
    because="Only the items on which they differ speak.",
)
prediction(
    "0E",
    options={
        "a": "",
        "b": "With so many items luck moves a score by a point or two, not by sixteen.",
        "c": "The same model cannot get worse, but its score can go down.",
        "d": "It happens without any change to the model.",
    },
    right="a",
    because="Score each kind of question by itself before you compare totals.",
)
