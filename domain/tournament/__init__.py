"""Tournaments: who plays whom, what it counts, and a record that is only ever added to.

From below: `counting` scores results and breaks ties, `methods` pair, `ratings` rate. `record` is what is recorded and
the state folded from it, with the seeds that all chance comes from. `rules` judge what somebody wants and answer with
rows. `proof` judges a whole record again.
"""
