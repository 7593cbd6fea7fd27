"""The greedy bot of the Catan card game."""
