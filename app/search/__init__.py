"""Search: word images similar to any word, and transcriptions and suggestions that contain a text."""
