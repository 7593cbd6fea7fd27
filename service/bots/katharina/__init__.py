"""The greedy bot of Katharina."""
