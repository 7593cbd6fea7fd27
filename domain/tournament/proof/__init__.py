"""The proof of a tournament: its bundle, and the verification that decides it again."""
