"""People: accounts, tokens, access, and their data."""
