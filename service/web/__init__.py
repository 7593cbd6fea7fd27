"""The web: requests, guards, limits, problems, the interface document, the manual and the pages' files."""
