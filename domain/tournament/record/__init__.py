"""What is recorded of a tournament: its plan, its events, their log, the state folded from it, its seeds."""
