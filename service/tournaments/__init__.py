"""Tournaments as they run: their rows in SQL, their tables as matches, results from the logs, and exports."""
