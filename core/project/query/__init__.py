"""Search for words: the filter language, text search, completion, candidates and the order of review."""
