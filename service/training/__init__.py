"""Matches in this process, for bot authors and learners: nothing here needs a service."""
