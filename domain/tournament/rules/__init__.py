"""The rules of tournaments, one file per area."""
