"""Seeks: players who look for the same kind of match are seated together."""
