"""The greedy bot of Cities & Knights."""
