"""The views, previews and reports of a match of Cities & Knights."""
