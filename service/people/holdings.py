"""The records beside players, tokens and matches that know something about people, for exports and erasures."""

from service.people.erasure import Holding
from service.tournaments.personal_data import TOURNAMENTS

HOLDINGS: tuple[Holding, ...] = (TOURNAMENTS,)
