"""The value of a position of Katharina: features, and the weights that `make train` writes (docs/value.md)."""
