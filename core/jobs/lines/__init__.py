"""Whole lines of a project: cut out of their pages, read, cut into words, and weighed with the votes on their words."""
