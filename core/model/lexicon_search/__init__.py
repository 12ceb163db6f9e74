"""Search of the lexicon for the words nearest to an embedding."""

CODE_FOLDER = "DUCTUS_SEARCH_CODE"
"""Environment variable with a folder for compiled code, in place of the bundle's."""
