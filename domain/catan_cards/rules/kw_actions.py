"""Action cards of the theme set: Feeding the Poor, Artworks, Guido, Courage (K12 to K15)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.catan_cards.commands import Demand, PlayCourage
from domain.catan_cards.events import CardPlayed, Fetched, StarsLost
from domain.catan_cards.facts.load import Card, Effect, Facts, Subtype
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.axis import card_of, has, with_effect
from domain.catan_cards.principality.totals import points, star_room
from domain.catan_cards.prompts import ActionPrompt, ShedPrompt, Why
from domain.catan_cards.rules.gaining import gain_stars
from domain.catan_cards.rules.playing import Play, finish, judged, playable, wait
from domain.catan_cards.state import Continuation, State
from domain.engine.area import Area, answer
from domain.engine.game import Rejected

ARTWORK, WITH_PATRONS_HOUSE, WITH_TARGET = 1, 2, 3
"""The stars of an Artwork; only the best case counts (K15)."""

# Stars


def feed(batch: Batch, seat: int, card: Card) -> None:
    """The gold was paid; the stars come as far as there is room (K12)."""
    gain_stars(batch, seat, card.numbers.stars_up_to, Why.FEEDING)
    finish(batch)


def show_artwork(batch: Batch, seat: int, card: Card) -> None:
    """One star, more with the Patron's House or with the building it is for (K15)."""
    own = batch.seat(seat)
    stars = ARTWORK
    if with_effect(batch.facts, own, Effect.PATRONS_HOUSE):
        stars = WITH_PATRONS_HOUSE
    if has(own, card.numbers.target):
        stars = WITH_TARGET
    gain_stars(batch, seat, stars, Why.ARTWORK)
    finish(batch)


def has_star_room(facts: Facts, state: State, seat: int, card: Card) -> bool:
    """There must be room for a star (K15, R45)."""
    return star_room(facts, state.seats[seat]) > 0


# Guido


def fetch_attack(batch: Batch, seat: int, card: Card) -> None:
    """The uppermost attack card of the pile comes to the hand; the order of the others stays (K14)."""
    of = whose_pile(batch.state, seat)
    top = uppermost_attack(batch.facts, batch.state, of)
    assert top is not None
    batch.happen(Fetched(seat, top, Why.GUIDO, of))
    finish(batch)


def whose_pile(state: State, seat: int) -> int | None:
    """Guido looks through the common pile, in the tournament game the opponent's (K14)."""
    return 1 - seat if len(state.discards) > 1 else None


def uppermost_attack(facts: Facts, state: State, of: int | None) -> str | None:
    """The attack card of a pile that came last, None without one."""
    pile = state.discards[of or 0]
    return next((card for card in reversed(pile) if card_of(facts, card).subtype is Subtype.ATTACK), None)


def may_send_guido(facts: Facts, state: State, seat: int, card: Card) -> bool:
    """Only who has fewer VP, and finds an attack card there (K14, R59, R16)."""
    own, other = _points(facts, state, seat)
    return own < other and uppermost_attack(facts, state, whose_pile(state, seat)) is not None


# Courage


def demand(batch: Batch, prompt: ActionPrompt, command: PlayCourage) -> None:
    """The opponent loses two stars, or puts a hand card under a stack for each VP he has more (K13)."""
    seat, victim = prompt.seat, 1 - prompt.seat
    card = judged(batch, seat, command.card, Effect.COURAGE)
    if command.demand not in demands(batch.facts, batch.state, seat):
        raise Rejected("no-effect")
    batch.happen(CardPlayed(seat, command.card, demand=command.demand))
    match command.demand:
        case Demand.STARS:
            stars = min(card.numbers.stars, batch.seat(victim).stars)
            batch.happen(StarsLost(victim, stars))
            gain_stars(batch, seat, stars, Why.COURAGE)
            finish(batch)
        case Demand.CARDS:
            own, other = _points(batch.facts, batch.state, seat)
            wait(batch)
            if count := min(other - own, len(batch.seat(victim).hand)):
                batch.ask((ShedPrompt(victim, count, Why.COURAGE),), Continuation.SHEDDING)


def demands(facts: Facts, state: State, seat: int) -> list[Demand]:
    """Stars where the opponent has one (R44), cards where he has more VP, though his hand be empty (R43)."""
    own, other = _points(facts, state, seat)
    stars = [Demand.STARS] if state.seats[1 - seat].stars else []
    return [*stars, Demand.CARDS] if other > own else stars


def courage(facts: Facts, state: State, seat: int) -> Iterator[PlayCourage]:
    """With each demand that can be made."""
    for card, _ in playable(facts, state, seat, Effect.COURAGE):
        yield from [PlayCourage(card, one) for one in demands(facts, state, seat)]


def _points(facts: Facts, state: State, seat: int) -> tuple[int, int]:
    """The VP of a seat, and those of the other."""
    both = points(facts, state)
    return both[seat], both[1 - seat]


PLAYS = (
    Play(Effect.PAY_GOLD_GAIN_STARS, has_star_room, feed),
    Play(Effect.ARTWORK, has_star_room, show_artwork),
    Play(Effect.TAKE_TOP_ATTACK_FROM_DISCARD, may_send_guido, fetch_attack),
)

AREA = Area(answers=(answer(PlayCourage, ActionPrompt, demand),), actions=(courage,))
