"""What works on the notebooks from outside. Run from the folder of the project: `python -m tools.site`."""
