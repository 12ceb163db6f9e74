"""The paper's theory of ensembling: error rates, the rule E_m, its bounds, and sufficient ensemble sizes."""
