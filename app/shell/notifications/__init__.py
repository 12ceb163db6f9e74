"""Notifications in the main window: toasts and their history."""
