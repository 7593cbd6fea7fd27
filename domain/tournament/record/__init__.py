"""The record of a tournament: its plan, its events, the state folded from them, its seeds."""
