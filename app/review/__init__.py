"""Review: words read one after another, or a wall of those that the model reads alike."""
