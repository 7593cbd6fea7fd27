"""Matches: opening, playing, undo, rulings, feeds, clocks, and the lobby's table of them."""
