"""The rules of Cities & Knights, one module per rule area."""
