"""The game of Katharina over a data set, and its edition."""

from __future__ import annotations

from functools import partial

from domain.engine.edition import Edition
from domain.engine.game import GameOf
from domain.engine.public import is_barrier
from domain.katharina.commands import Command
from domain.katharina.decide import dealt, decide
from domain.katharina.events import Event
from domain.katharina.evolve import evolve, opening
from domain.katharina.facts.load import PRINTED, Facts, load
from domain.katharina.options import default, options
from domain.katharina.public import PUBLIC
from domain.katharina.refusals import REFUSALS
from domain.katharina.rules.anew import FORKS
from domain.katharina.rules.piles import reshuffled
from domain.katharina.samples import SAMPLES
from domain.katharina.state import Options, State

NAME, VERSION = "katharina", 1


def game(facts: Facts) -> GameOf[Command, Event, State]:
    """The game over a data set."""
    return GameOf(
        name=NAME,
        version=VERSION,
        facts=facts.digest,
        seats=(2, 3, 4),
        options_type=Options,
        command_type=Command,
        event_type=Event,
        refusals=REFUSALS,
        opening=partial(opening, facts),
        deal=partial(dealt, facts),
        decide=partial(decide, facts),
        evolve=partial(evolve, facts),
        options=partial(options, facts),
        default=partial(default, facts),
        barrier=partial(is_barrier, PUBLIC),
        reshuffle=partial(reshuffled, facts),
        outcome=lambda state: state.outcome,
        one_winner=False,  # F4
        forks=FORKS,
        samples=SAMPLES,
    )


EDITION = Edition(name=NAME, version=VERSION, printed=PRINTED, load=load, game=game)
"""Katharina as it is registered."""
