"""The cards of Cities & Knights: their kinds, and counting them."""
