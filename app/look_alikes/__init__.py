"""The offer to confirm unchecked words that look like one that a person has just transcribed."""
