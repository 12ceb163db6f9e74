"""Search of the lexicon for the words nearest to an embedding."""
