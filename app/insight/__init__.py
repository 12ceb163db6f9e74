"""Insight: how the vote on a word fell, and what a model's thresholds, votes and results look like."""
