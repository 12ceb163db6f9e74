"""What a project holds: pages, words, transcriptions, predictions, lexicon, models, runs."""
