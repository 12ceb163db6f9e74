"""What is learnt: embedders M1, gates M2, word classifiers, and the arrays each is made of."""
