"""The differences between Linux, Windows and macOS: programs, processes, files, folders, memory.

No other module depends on which of them this is.
"""
