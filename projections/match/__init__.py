"""Projections of a match of any game: frames, lines, scores, clocks, the audit and the lobby."""
