"""Messages to the user: one centre collects them, the window shows them."""
