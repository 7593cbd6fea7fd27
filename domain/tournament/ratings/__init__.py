"""Ratings, as a pure function of all results."""
