"""The order in which words are offered for review."""
