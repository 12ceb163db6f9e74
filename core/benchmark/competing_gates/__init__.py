"""Other published ways to tell seen from unseen words, on the same members and with the same data to learn from."""
