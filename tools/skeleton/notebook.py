# %% [markdown]
# # 77 · TITLE
#
# PREVIOUS | NEXT
#
# *TODO: the chapter in one line*

# %% [markdown] tags=["part-question"]
# ## TODO: the question that somebody asks
#
# … and below it the situation, what the reader would decide now, what the chapter is good for, what it needs.
# <!-- site: {vote} -->
#
# Reading 40 min · exercises 25 min.

# %%
import numpy as np

from give_or_take.classroom import Claim, check, explore, reveal, show, survives
from give_or_take.classroom.figures import ch77 as draw

SEED = 77
rng = np.random.default_rng(SEED)

# %% [markdown]
# ## TODO: a first idea, from a situation to its name
#
# … the situation.

# %% [markdown]
# **Predict 77A.** TODO: a question whose answer most people get wrong
#
# - **a** the first option
# - **b** the second
# - **c** the third

# %%
guess = ...  # "a", "b" or "c"

# %%
heap = rng.binomial(100, 0.84, size=10_000)
show(draw.heap(100))

# %%
reveal("77A", guess)

# %% [markdown] tags=["after-reveal"]
# ### What you saw
#
# TODO: what was seen, and its name

# %% [markdown]
# ## TODO: a second idea, with the formula of the chapter
#
# … the situation.

# %% [markdown]
# **Predict 77B.** TODO: a second guess, at what the first idea does not explain
#
# - **a** the first option
# - **b** the second
# - **c** the third

# %%
guess = ...  # "a", "b" or "c"

# %%
heap.mean()

# %%
reveal("77B", guess)

# %% [markdown] tags=["after-reveal"]
# ### What it says
#
# TODO: what the formula says, in words; and what became of the opening
# <!-- site: {said} -->
#
# $$p = \frac{k}{n}$$

# %% [markdown] tags=["part-real-data"]
# ## Real results
#
# TODO: published results on which the idea matters, with their source

# %%
heap[:3]

# %% [markdown] tags=["part-explorer"]
# ## Move it yourself
#
# TODO: questions that the sliders answer, as a numbered list; a cell below prints the answers

# %%
explore(draw.heap, n=("questions", 10, 500, 100))

# %%
print("1. …")

# %% [markdown] tags=["part-exercises"]
# ## Exercises
#
# ### Exercise 77.1 · compute
#
# TODO: a number to compute

# %%
answer = ...
check("77.1", answer)

# %% [markdown]
# ### Exercise 77.2 · write
#
# TODO: a function to write, in three to eight lines


# %%
def percent(k, n):
    ...


check("77.2", percent)

# %% [markdown]
# ### Exercise 77.3 · decide
#
# TODO: a case to decide
#
# - **a** the first option
# - **b** the second
# - **c** the third

# %%
answer = ...  # "a", "b" or "c"
check("77.3", answer)

# %% [markdown] tags=["part-traps"]
# ## Traps, and what each costs
#
# TODO: what people get wrong, and what it costs

# %% [markdown] tags=["part-claim"]
# ## The claim so far
#
# TODO: what the chapter adds to the claim

# %%
claim = Claim("answer desk", 84, 100)
print(claim)
show(claim.picture())

# %% [markdown] tags=["part-takeaways"]
# ## To take home
#
# > **TODO: one sentence to take home.**
#
# PREVIOUS | NEXT

# %% [markdown] tags=["part-sources"]
# ## Sources
#
# TODO: the papers, with links

# %% [markdown] tags=["part-going-further"]
# ## Going further
#
# TODO: second methods and derivations

# %% [markdown] tags=["part-luck"]
# ## What was luck here?
#
# TODO: which sentences of the chapter hold for any seed

# %%
survives("The scores lie around the truth.", abs(heap.mean() - 84) < 1, general=True)
survives("They are not all the same.", heap.std() > 1, general=True)

# %% [markdown] jp-MarkdownHeadingCollapsed=true tags=["part-solutions"]
# ## Solutions

# %%
answer = 100 * 21 / 25
check("77.1", answer)


# %%
def percent(k, n):
    return 100 * k / n


check("77.2", percent)

# %%
answer = "b"
check("77.3", answer)
