"""The fullest moment of each kind of question, from matches that are played when the tests start."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from random import Random
from typing import Any

from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from chronik.domain.cities_knights.commands import BuyLevel, Track
from chronik.domain.cities_knights.state import Offer
from chronik.domain.engine.chance import Chance
from chronik.domain.engine.seats import Seat
from chronik.domain.games import game
from chronik.projections.games import projection
from tests.support.cities_knights.table import cards, given, knight, position
from tests.viewer.cities_knights_views import ANN, BEN, CLEO, DAN, rich

ME = 0
"""The seat that is asked."""

SEATS = 4
KINDS = ("brick", "lumber", "wool", "grain", "ore", "cloth", "coin", "paper")
LOVED = ("buy-level", "build-city", "build-settlement", "accept-offer")
"""Commands that lead to rare questions."""

PLAYED: dict[str, tuple[dict[str, Any], ...]] = {
    "katharina": ({},) * 8,
    "cities_knights": (
        {},
        {"wedding_chooser": "player", "dead_progress_card": "allow"},
        {"progress_overflow": "discard_or_play_at_once", "victory_points": 20},
    )
    * 3,
}
"""The options of the matches that are played, for each game."""


def islands() -> Iterator[Any]:
    """Yields positions that play rarely reaches: everything to do, an offer that all accept, a metropolis to place."""
    hand = cards(**dict.fromkeys(KINDS, 6))
    plenty = replace(ANN, hand=hand, knights=(*ANN.knights, knight(35, 1, active=True)))
    full = replace(rich(), seats=(plenty, BEN, CLEO, DAN), offers=())
    yield full
    yield replace(full, offers=(Offer(1, ME, cards(brick=1, paper=1), cards(ore=2, coin=1), (), (1, 2, 3)),))
    bought = position(replace(ANN, hand=cards(coin=4), levels=(0, 3, 0)), BEN, CLEO, DAN)
    yield given(bought).when(ME, BuyLevel(Track.POLITICS)).state


LAID_OUT: dict[str, Callable[[], Iterator[Any]]] = {"katharina": lambda: iter(()), "cities_knights": islands}


class Question(Struct, frozen=True):
    """A question with what the seat sees and may answer, as the service would send it."""

    game: str
    kind: str
    state: Any
    prompt: dict[str, Any]
    view: dict[str, Any]
    options: list[dict[str, Any]]
    forms: list[dict[str, Any]]

    @property
    def tag(self) -> str:
        return str(self.prompt["t"])

    def preview(self, command: Any) -> Any:
        """Returns what a command would gain according to the service."""
        wanted = convert(command, game(self.game).command_type)
        seen = projection(self.game)
        return to_builtins(seen.preview(seen.view(self.state, Seat(ME)), wanted), str_keys=True)


@cache
def questions(name: str) -> dict[str, Question]:
    """Returns every kind of question of a game."""
    rules = game(name)
    fullest: dict[str, tuple[int, Any]] = {}
    played = (state for seed, options in enumerate(PLAYED[name]) for state in moments(rules, seed, options))
    for state in chain(LAID_OUT[name](), played):
        kind = kind_of(state)
        if (full := fullness(rules, state)) > fullest.get(kind, (0, None))[0]:
            fullest[kind] = full, state
    return {kind: question(name, kind, state) for kind, (_, state) in sorted(fullest.items())}


def moments(rules: Any, seed: int, options: dict[str, Any]) -> Iterator[Any]:
    """Yields the moments of a match at which the seat is asked; answers are random and prefer rare ones."""
    luck, chance = Random(seed), Chance(bytes([seed]) * 32)
    state = rules.opening(convert(options, rules.options_type), SEATS)
    events = rules.deal(state, chance)
    while True:
        for event in events:
            state = rules.evolve(state, event)
        if rules.outcome(state) is not None:
            return
        asked = [prompt.seat for prompt in state.prompts]
        if ME in asked:
            yield state
        seat = luck.choice(asked)
        events = rules.decide(state, seat, offered(rules, state, seat, luck) or liked(rules, state, seat, luck), chance)


def liked(rules: Any, state: Any, seat: int, luck: Random) -> Any:
    """Returns one of the options of a seat."""
    listed = list(rules.options(state, seat))
    loved = [command for command in listed if tag(command) in LOVED]
    return luck.choice(loved if loved and luck.random() < 0.7 else listed)


def offered(rules: Any, state: Any, seat: int, luck: Random) -> Any:
    """Returns now and then an offer, or a counter-offer, of one card for another."""
    for form in map(to_builtins, rules.forms(state, seat)):
        if form["t"] == "offer" and luck.random() < (0.5 if "offer" in form else 0.1):
            give, want = luck.sample(KINDS, 2)
            if give in form["give"]:
                number = {"offer": form["offer"]} if "offer" in form else {}
                return convert(
                    {"t": form["command"], "give": {give: 1}, "want": {want: 1}} | number, rules.command_type
                )
    return None


def tag(value: Any) -> str:
    return str(value.__struct_config__.tag)


def kind_of(state: Any) -> str:
    """Returns the tag of the question, and for actions the number of open offers."""
    asked = next(tag(prompt) for prompt in state.prompts if prompt.seat == ME)
    return f"{asked}, offers: {len(state.offers)}" if asked == "act" and state.offers else asked


def fullness(rules: Any, state: Any) -> int:
    """Measures how much there is to press: things to do, offers to answer, and cards to choose from."""
    listed = list(rules.options(state, ME))
    told = ("card", "offer", "seat", "track")
    things = {(tag(one), *(getattr(one, name, None) for name in told)) for one in listed}
    among = [len(form["among"]) for form in map(to_builtins, rules.forms(state, ME)) if "among" in form]
    return 1 + 1000 * len(things) + 100 * sum(among) + min(99, len(listed))


def question(name: str, kind: str, state: Any) -> Question:
    rules, seen = game(name), projection(name)
    plain = to_builtins(
        (
            next(prompt for prompt in state.prompts if prompt.seat == ME),
            seen.view(state, Seat(ME)),
            list(rules.options(state, ME)),
            list(rules.forms(state, ME)),
        ),
        str_keys=True,
    )
    return Question(name, kind, state, *plain)
