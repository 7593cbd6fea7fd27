"""The read side of the Catan card game."""
