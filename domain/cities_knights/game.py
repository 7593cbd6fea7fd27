"""The game of Cities & Knights for a data set, and its registered editions."""

from __future__ import annotations

from functools import partial
from operator import attrgetter

from chronik.domain.cities_knights.commands import Command
from chronik.domain.cities_knights.decide import deal, decide
from chronik.domain.cities_knights.events import Event
from chronik.domain.cities_knights.evolve import evolve, initial_state
from chronik.domain.cities_knights.facts.load import PRINTED, Facts, load
from chronik.domain.cities_knights.facts.rulesets import PRESETS, Ruleset
from chronik.domain.cities_knights.forms import Form, forms
from chronik.domain.cities_knights.options import default, options
from chronik.domain.cities_knights.public import PUBLIC
from chronik.domain.cities_knights.refusals import REFUSALS
from chronik.domain.cities_knights.rules.decks import reshuffle
from chronik.domain.cities_knights.rules.forks import build_forks
from chronik.domain.cities_knights.rules.offers import retire
from chronik.domain.cities_knights.rules.turn import count_rounds
from chronik.domain.cities_knights.samples import samples
from chronik.domain.cities_knights.state import State
from chronik.domain.cities_knights.value.valuing import build_valuing
from chronik.domain.engine.edition import Edition
from chronik.domain.engine.game import GameOf, keep_state
from chronik.domain.engine.public_rows import is_barrier

NAME, VERSION = "cities_knights", 2


def game(facts: Facts, version: int = VERSION) -> GameOf[Command, Event, State]:
    """Builds a rules version of the game from a data set."""
    return GameOf(
        name=NAME,
        version=version,
        facts=facts.digest,
        seats=(2, 3, 4),
        options_type=Ruleset,
        command_type=Command,
        event_type=Event,
        refusals=REFUSALS,
        opening=partial(initial_state, facts),
        deal=partial(deal, facts),
        decide=partial(decide, facts),
        evolve=partial(evolve, facts),
        options=partial(options, facts),
        default=partial(default, facts),
        round=count_rounds,
        barrier=partial(is_barrier, PUBLIC),
        reshuffle=partial(reshuffle, facts),
        outcome=attrgetter("outcome"),
        one_winner=True,  # R17.2, C-65
        retire=keep_state if version == 1 else retire,  # C-80
        form_type=Form,
        forms=forms,
        presets=PRESETS,
        forks=build_forks(facts, version),
        valuing=build_valuing(facts, version),
        samples=samples(facts),
    )


EDITIONS = tuple(
    Edition(name=NAME, version=version, printed=PRINTED, load=load, game=partial(game, version=version))
    for version in range(1, VERSION + 1)
)
"""The registered rules versions of Cities & Knights: version 1 from release 0.2.0 rc 1, and the current version 2."""
