"""The analysis of finished matches: requests, results in SQL, and the worker that computes them."""
