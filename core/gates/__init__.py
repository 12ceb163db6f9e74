"""Gates M2: networks that vote on whether a member was trained on the word an image shows."""
