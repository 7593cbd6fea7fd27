"""Tournaments: who plays whom, what it counts, and a log that is only ever added to.

From below: `counting` scores results and breaks ties, `methods` pair, `ratings` rate. `record` has what is recorded and
the state folded from it, with the seeds that all chance comes from. `rules` judge what somebody wants and answer with
events. `proof` judges a whole log again.
"""
