"""The value of a position of Cities & Knights: features, and the weights that `make train` writes (docs/value.md)."""
