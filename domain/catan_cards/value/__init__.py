"""The value of a position of the card game: features, and the weights that `make train` writes (docs/value.md)."""
