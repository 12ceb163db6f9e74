"""From embeddings to each member's reading, and from those to the word.

These are Algorithms 2 (the word of each member), 3 (the vote) and 6 (among seen words).
"""
