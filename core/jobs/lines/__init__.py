"""Whole lines of a project: cut out of their pages, read, and cut into the words that are read."""
