"""The parts of a project that can change, by which a job and the app name what they wrote."""

WORDS, PAGES, LEXICON, PREDICTIONS = "words", "pages", "lexicon", "predictions"
MODELS, RUNS, HISTORY = "models", "runs", "history"
