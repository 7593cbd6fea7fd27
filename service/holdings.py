"""The records beside players, tokens and matches that know something about people, for exports and erasures."""

from service.erasure import Holding

HOLDINGS: tuple[Holding, ...] = ()
