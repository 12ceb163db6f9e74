"""The active model and the tabs about it: thresholds, votes, spectrum, results, model card."""
