"""Lists the features, besides players, tokens and matches, whose personal data is exported and erased."""

from chronik.service.challenges.challenges import CHALLENGES
from chronik.service.identity.personal_data import PersonalData
from chronik.service.people.own_lists import OWN_LISTS
from chronik.service.seeks.seeks import SEEKS
from chronik.service.tournaments.personal_data import TOURNAMENTS

HOLDINGS: tuple[PersonalData, ...] = (TOURNAMENTS, OWN_LISTS, CHALLENGES, SEEKS)
