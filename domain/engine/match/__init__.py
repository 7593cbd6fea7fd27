"""A match of any game: its log, the fold, decisions, undo, clocks and rulings."""
