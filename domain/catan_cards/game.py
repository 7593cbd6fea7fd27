"""The Catan card game, built from a data set, and its registered editions."""

from __future__ import annotations

from functools import partial
from operator import attrgetter

from chronik.domain.catan_cards.commands import Command
from chronik.domain.catan_cards.decide import deal, decide
from chronik.domain.catan_cards.deck.lists import lists
from chronik.domain.catan_cards.events import Event
from chronik.domain.catan_cards.evolve import evolve, opening
from chronik.domain.catan_cards.facts.load import PRINTED, Facts, load
from chronik.domain.catan_cards.facts.rulesets import PRESETS, Ruleset
from chronik.domain.catan_cards.forms import Form, forms
from chronik.domain.catan_cards.options import default, options
from chronik.domain.catan_cards.public import PUBLIC
from chronik.domain.catan_cards.refusals import REFUSALS
from chronik.domain.catan_cards.reshuffle import reshuffle
from chronik.domain.catan_cards.rules.redeal import forks
from chronik.domain.catan_cards.rules.setup import bring_command
from chronik.domain.catan_cards.rules.victory import retire
from chronik.domain.catan_cards.samples import samples
from chronik.domain.catan_cards.state import State
from chronik.domain.catan_cards.value.valuing import build_valuing
from chronik.domain.engine.edition import Edition
from chronik.domain.engine.game import GameOf, keep_state
from chronik.domain.engine.public_rows import is_barrier

NAME, VERSION = "catan_cards", 2


def game(facts: Facts, version: int = VERSION) -> GameOf[Command, Event, State]:
    """Builds a rules version of the game from a data set."""
    return GameOf(
        name=NAME,
        version=version,
        facts=facts.digest,
        seats=(2,),
        options_type=Ruleset,
        command_type=Command,
        event_type=Event,
        refusals=REFUSALS,
        opening=partial(opening, facts),
        deal=partial(deal, facts),
        decide=partial(decide, facts),
        evolve=partial(evolve, facts),
        options=partial(options, facts),
        default=partial(default, facts),
        round=count_rounds,
        barrier=partial(is_barrier, PUBLIC),
        reshuffle=partial(reshuffle, facts),
        outcome=attrgetter("outcome"),
        one_winner=True,  # X10, R80
        retire=keep_state if version == 1 else retire,  # R100
        form_type=Form,
        forms=partial(forms, facts),
        presets=PRESETS,
        samples=samples(facts),
        lists=lists(facts, bring_command),
        forks=forks(facts, version),
        valuing=build_valuing(facts, version),
    )


def count_rounds(state: State) -> int:
    """Returns the number of rounds begun so far; in a round each player has one turn (R11)."""
    return -(-state.turn // len(state.seats))


EDITIONS = tuple(
    Edition(name=NAME, version=version, printed=PRINTED, load=load, game=partial(game, version=version))
    for version in range(1, VERSION + 1)
)
"""The registered editions: the rules version of release 0.2.0 rc 1, and the current one."""
