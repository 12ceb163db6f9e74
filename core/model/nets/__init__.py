"""Networks of the embedders M1: from the ink of a word image to the parts of its word signature."""
