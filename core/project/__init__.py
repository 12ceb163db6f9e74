"""The project: one folder with one SQLite file that is the truth about pages, words, readings and runs."""
