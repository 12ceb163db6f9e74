"""A project: one folder with one SQLite database of pages, words, transcriptions, models and runs."""
