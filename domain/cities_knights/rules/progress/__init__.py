"""The progress cards, one file per deck (R14)."""
