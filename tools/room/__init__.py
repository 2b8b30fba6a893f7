"""One day and one evening in a room: slides from the notebooks' tags, a handout of one page, what to print."""
