"""Tournaments: pairing, scoring, and an append-only log.

From the bottom up: `counting` scores results and breaks ties, `methods` pair rounds, `ratings` rate players. `record`
contains the log, the state folded from it, and the seeds that all chance comes from. `rules` decide commands and answer
with events. `proof` decides a whole log again. `exchange` reads files of other programs.
"""
