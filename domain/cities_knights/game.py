"""The game of Cities & Knights over a data set, and its edition."""

from __future__ import annotations

from functools import partial

from domain.cities_knights.commands import Command
from domain.cities_knights.decide import dealt, decide
from domain.cities_knights.events import Event
from domain.cities_knights.evolve import evolve, opening
from domain.cities_knights.facts.load import PRINTED, Facts, load
from domain.cities_knights.facts.rulesets import PRESETS, Ruleset
from domain.cities_knights.forms import Form, forms
from domain.cities_knights.options import default, options
from domain.cities_knights.public import PUBLIC
from domain.cities_knights.refusals import REFUSALS
from domain.cities_knights.rules.anew import forks
from domain.cities_knights.rules.decks import reshuffled
from domain.cities_knights.rules.turn import rounds
from domain.cities_knights.samples import samples
from domain.cities_knights.state import State
from domain.engine.edition import Edition
from domain.engine.game import GameOf
from domain.engine.public import is_barrier

NAME, VERSION = "cities_knights", 1


def game(facts: Facts) -> GameOf[Command, Event, State]:
    """The game over a data set."""
    return GameOf(
        name=NAME,
        version=VERSION,
        facts=facts.digest,
        seats=(2, 3, 4),
        options_type=Ruleset,
        command_type=Command,
        event_type=Event,
        refusals=REFUSALS,
        opening=partial(opening, facts),
        deal=partial(dealt, facts),
        decide=partial(decide, facts),
        evolve=partial(evolve, facts),
        options=partial(options, facts),
        default=partial(default, facts),
        round=rounds,
        barrier=partial(is_barrier, PUBLIC),
        reshuffle=partial(reshuffled, facts),
        outcome=lambda state: state.outcome,
        one_winner=True,  # R17.2, C-65
        form_type=Form,
        forms=forms,
        presets=PRESETS,
        forks=forks(facts),
        samples=samples(facts),
    )


EDITION = Edition(name=NAME, version=VERSION, printed=PRINTED, load=load, game=game)
"""Cities & Knights as it is registered."""
