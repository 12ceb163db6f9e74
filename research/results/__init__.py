"""The published figures, and the programs that make their tables."""
