"""Tournaments in the world: their rows in SQL, their tables as matches, and results that come back from the logs."""
