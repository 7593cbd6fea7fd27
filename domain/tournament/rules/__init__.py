"""The rules of tournaments, one file for each area."""
