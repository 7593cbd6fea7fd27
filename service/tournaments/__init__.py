"""Tournaments as they run: their logs in SQL, their tables as matches, results from the logs, and exports."""
