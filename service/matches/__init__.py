"""Matches in the world: loading, playing, refereeing. It never sees a request."""
