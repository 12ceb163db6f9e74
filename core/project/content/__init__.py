"""The content of a project: pages, words, transcriptions, predictions, lexicon, models, runs."""
