"""The Insight view: the vote on a word, and the thresholds, votes and results of a model."""
