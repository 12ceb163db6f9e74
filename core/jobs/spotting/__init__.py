"""Comparing images of words: search for a word by image, and look-alikes of a word that a person has checked."""
