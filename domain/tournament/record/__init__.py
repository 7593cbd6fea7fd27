"""The record of a tournament: its plan, commands, events, log, folded state and seeds."""
