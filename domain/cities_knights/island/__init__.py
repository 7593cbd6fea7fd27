"""The island of Cities & Knights: its layout, the pieces on it, and the longest road."""
