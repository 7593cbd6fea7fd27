"""The resource and commodity cards of Cities & Knights: their kinds, and functions that count them."""
