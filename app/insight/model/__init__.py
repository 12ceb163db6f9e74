"""What is known of a model: card, results, thresholds, votes, spectrum."""
