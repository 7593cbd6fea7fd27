"""Katharina, built from a data set, and its registered editions."""

from __future__ import annotations

from functools import partial
from operator import attrgetter

from chronik.domain.engine.edition import Edition
from chronik.domain.engine.game import GameOf
from chronik.domain.engine.public_rows import is_barrier
from chronik.domain.katharina.commands import Command
from chronik.domain.katharina.decide import deal_match, decide
from chronik.domain.katharina.events import Event
from chronik.domain.katharina.evolve import evolve, opening
from chronik.domain.katharina.facts.load import PRINTED, Facts, load
from chronik.domain.katharina.options import default, options
from chronik.domain.katharina.public import PUBLIC
from chronik.domain.katharina.refusals import REFUSALS
from chronik.domain.katharina.rules.piles import reshuffle
from chronik.domain.katharina.rules.redeal import FORKS
from chronik.domain.katharina.samples import SAMPLES
from chronik.domain.katharina.state import Options, State
from chronik.domain.katharina.value.valuing import build_valuing

NAME, VERSION = "katharina", 2


def game(facts: Facts, version: int = VERSION) -> GameOf[Command, Event, State]:
    """Builds a rules version of the game from a data set."""
    return GameOf(
        name=NAME,
        version=version,
        facts=facts.digest,
        seats=(2, 3, 4),
        options_type=Options,
        command_type=Command,
        event_type=Event,
        refusals=REFUSALS,
        opening=partial(opening, facts),
        deal=partial(deal_match, facts),
        decide=partial(decide, facts),
        evolve=partial(evolve, facts),
        options=partial(options, facts),
        default=partial(default, facts),
        barrier=partial(is_barrier, PUBLIC),
        reshuffle=partial(reshuffle, facts),
        outcome=attrgetter("outcome"),
        one_winner=False,  # F4
        forks=FORKS,
        valuing=build_valuing(facts, version),
        samples=SAMPLES,
    )


EDITIONS = tuple(
    Edition(name=NAME, version=version, printed=PRINTED, load=load, game=partial(game, version=version))
    for version in range(1, VERSION + 1)
)
"""The registered editions: the rules version of release 0.2.0 rc 1, and the current one."""
