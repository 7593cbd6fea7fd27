"""Tournaments: pairing, scoring, and an append-only log.

From the bottom up: `counting` scores results and breaks ties, `methods` pair rounds, `ratings` rate players. `record`
contains the log, the state folded from it, and the seeds from which all randomness is derived. `rules` turn commands
into events. `proof` decides a whole log again. `exchange` reads files from other programs.
"""
