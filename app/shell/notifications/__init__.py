"""How notifications appear in the main window: toasts and their history."""
