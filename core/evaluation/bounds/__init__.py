"""The paper's theory of ensembling: error rates, the rule E_m, what the theorems promise, and what is enough."""
