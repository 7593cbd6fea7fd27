"""The rules of Cities & Knights, one file per rule area."""
