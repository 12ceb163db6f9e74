"""Programs that measure speed, memory and accuracy; each runs by itself."""
