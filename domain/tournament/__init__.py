"""Tournaments: who plays whom, what it counts, and a record that is only ever added to.

From below: `plan` and `rows` are what is recorded, `tournament` folds rows into the state of an event; `contenders`
and `sittings` are what pairing and standings read of it. `entrants`, `rounds` and `results` judge what somebody wants
and answer with rows. `seeds` says where chance comes from. Pairing is one file per method; `scoring`, `tiebreak`,
`standings` and `ratings` count.
"""
