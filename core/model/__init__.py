"""Embedders M1, word classifiers, the search of the lexicon, and trained ensembles in memory."""
