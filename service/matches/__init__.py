"""Live matches: loading, playing, refereeing. It never sees a request."""
