"""What each viewer may see of a match of Cities & Knights."""
