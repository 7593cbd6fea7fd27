"""The commands of `chronik`, one per file: what each understands, and what it does."""
