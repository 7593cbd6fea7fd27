"""The routes by which the service tells of itself: games, documents, problems, health, pages."""
