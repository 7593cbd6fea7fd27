"""What can go wrong, and how a caller is told."""
