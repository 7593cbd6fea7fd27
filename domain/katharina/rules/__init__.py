"""The rules of Katharina, one file per rule area."""
