"""The site: pages from the stored notebooks, from book/ and from docstrings, handed to Sphinx. `build` makes it."""
