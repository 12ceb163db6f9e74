"""The parts of a project that can change, by which a job and the app name what they wrote."""

from __future__ import annotations

WORDS, PAGES, LEXICON, PREDICTIONS = "words", "pages", "lexicon", "predictions"
MODELS, RUNS, HISTORY = "models", "runs", "history"
