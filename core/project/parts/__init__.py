"""Parts: some pages of a project as a small project of its own, and how they are merged back."""
