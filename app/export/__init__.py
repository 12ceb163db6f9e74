"""Writing what is known of the words to files, with a look at it before."""
