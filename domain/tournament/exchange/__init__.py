"""Files from other programs, and the tournaments that are imported from them."""
