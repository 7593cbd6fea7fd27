"""The rules of the progress cards, mostly one module per deck (R14)."""
