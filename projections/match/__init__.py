"""The read side of any match, whatever the game: frames, lines, scores, clocks, the audit, the lobby."""
