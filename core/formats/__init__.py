"""File formats: sources are read into records, and words are written back."""
