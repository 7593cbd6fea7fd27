"""One sitting of a game, whatever the game: its log, the fold, deciding, undo, clocks, rulings."""
