"""From a page without boxes to lines and words, as boxes the person can correct later."""
