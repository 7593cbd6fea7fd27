"""The island of Cities & Knights: its places, who stands where, and the longest road."""
