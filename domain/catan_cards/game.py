"""The Catan card game over a data set, and its edition."""

from __future__ import annotations

from functools import partial

from domain.catan_cards.commands import Command
from domain.catan_cards.decide import dealt, decide
from domain.catan_cards.deck.lists import lists
from domain.catan_cards.events import Event
from domain.catan_cards.evolve import evolve, opening
from domain.catan_cards.facts.load import PRINTED, Facts, load
from domain.catan_cards.facts.rulesets import PRESETS, Ruleset
from domain.catan_cards.forms import Form, forms
from domain.catan_cards.options import default, options
from domain.catan_cards.public import PUBLIC
from domain.catan_cards.refusals import REFUSALS
from domain.catan_cards.reshuffle import reshuffled
from domain.catan_cards.rules.anew import forks
from domain.catan_cards.rules.setup import bring
from domain.catan_cards.samples import samples
from domain.catan_cards.state import State
from domain.engine.edition import Edition
from domain.engine.game import GameOf
from domain.engine.public import is_barrier

NAME, VERSION = "catan_cards", 1


def game(facts: Facts) -> GameOf[Command, Event, State]:
    """The game over a data set."""
    return GameOf(
        name=NAME,
        version=VERSION,
        facts=facts.digest,
        seats=(2,),
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
        one_winner=True,  # X10, R80
        form_type=Form,
        forms=partial(forms, facts),
        presets=PRESETS,
        samples=samples(facts),
        lists=lists(facts, bring),
        forks=forks(facts),
    )


def rounds(state: State) -> int:
    """The rounds begun so far, each of a turn of both players (R11)."""
    return -(-state.turn // len(state.seats))


EDITION = Edition(name=NAME, version=VERSION, printed=PRINTED, load=load, game=game)
"""The Catan card game as it is registered."""
