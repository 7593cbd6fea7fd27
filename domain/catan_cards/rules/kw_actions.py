"""Action cards of the theme set: Feeding the Poor, Artworks, Guido, Courage (K12 to K15)."""

from __future__ import annotations

from collections.abc import Iterator

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.commands import Demand, PlayCourage
from chronik.domain.catan_cards.events import CardPlayed, Fetched, StarsLost
from chronik.domain.catan_cards.facts.load import Card, Effect, Facts, Subtype
from chronik.domain.catan_cards.principality.axis import card_of, cards_with_effect, has_card
from chronik.domain.catan_cards.principality.totals import points, star_room
from chronik.domain.catan_cards.prompts import ActionPrompt, ShedPrompt, Why
from chronik.domain.catan_cards.rules.gaining import gain_stars
from chronik.domain.catan_cards.rules.playing import Play, finish, playable_cards, require_playable, wait_for_answers
from chronik.domain.catan_cards.state import Continuation, State
from chronik.domain.engine.area import Area, action, answer
from chronik.domain.engine.game import Rejected

ARTWORK, WITH_PATRONS_HOUSE, WITH_TARGET = 1, 2, 3
"""The stars of an Artwork; only the highest amount that applies counts (K15)."""

# Stars


def feed_poor(batch: Batch, seat: int, card: Card) -> None:
    """Gives the stars for the gold paid, as far as the seat has room (K12)."""
    gain_stars(batch, seat, card.numbers.stars_up_to, Why.FEEDING)
    finish(batch)


def show_artwork(batch: Batch, seat: int, card: Card) -> None:
    """Gives one star, or more with the Patron's House or the building that the Artwork is for (K15)."""
    own = batch.seat(seat)
    stars = ARTWORK
    if cards_with_effect(batch.facts, own, Effect.PATRONS_HOUSE):
        stars = WITH_PATRONS_HOUSE
    if has_card(own, card.numbers.target):
        stars = WITH_TARGET
    gain_stars(batch, seat, stars, Why.ARTWORK)
    finish(batch)


def has_star_room(facts: Facts, state: State, seat: int, card: Card) -> bool:
    """Returns whether the seat has room for a star (K15, R45)."""
    return star_room(facts, state.seats[seat]) > 0


# Guido


def fetch_attack(batch: Batch, seat: int, card: Card) -> None:
    """Takes the uppermost attack card of the pile into the hand; the other cards keep their order (K14)."""
    of = guido_pile(batch.state, seat)
    top = uppermost_attack(batch.facts, batch.state, of)
    assert top is not None
    batch.add(Fetched(seat, top, Why.GUIDO, of))
    finish(batch)


def guido_pile(state: State, seat: int) -> int | None:
    """Returns the owner of Guido's pile: the opponent in the tournament game, None for the common pile (K14)."""
    return 1 - seat if len(state.discards) > 1 else None


def uppermost_attack(facts: Facts, state: State, of: int | None) -> str | None:
    """Returns the uppermost attack card of a pile, or None."""
    pile = state.discards[of or 0]
    return next((card for card in reversed(pile) if card_of(facts, card).subtype is Subtype.ATTACK), None)


def may_send_guido(facts: Facts, state: State, seat: int, card: Card) -> bool:
    """Returns whether the seat has fewer VP than the opponent, and the pile has an attack card (K14, R59, R16)."""
    own, other = _points(facts, state, seat)
    return own < other and uppermost_attack(facts, state, guido_pile(state, seat)) is not None


# Courage


def demand(batch: Batch, prompt: ActionPrompt, command: PlayCourage) -> None:
    """Takes two stars from the opponent, or asks for a hand card for each VP that the opponent is ahead (K13)."""
    seat, victim = prompt.seat, 1 - prompt.seat
    card = require_playable(batch, seat, command.card, Effect.COURAGE)
    if command.demand not in possible_demands(batch.facts, batch.state, seat):
        raise Rejected("no-effect")
    batch.add(CardPlayed(seat, command.card, demand=command.demand))
    match command.demand:
        case Demand.STARS:
            stars = min(card.numbers.stars, batch.seat(victim).stars)
            batch.add(StarsLost(victim, stars))
            gain_stars(batch, seat, stars, Why.COURAGE)
            finish(batch)
        case Demand.CARDS:
            own, other = _points(batch.facts, batch.state, seat)
            wait_for_answers(batch)
            if count := min(other - own, len(batch.seat(victim).hand)):
                batch.ask((ShedPrompt(victim, count, Why.COURAGE),), Continuation.SHEDDING)


def possible_demands(facts: Facts, state: State, seat: int) -> list[Demand]:
    """Returns stars if the opponent has any (R44), and cards if the opponent has more VP, even with no cards (R43)."""
    own, other = _points(facts, state, seat)
    stars = [Demand.STARS] if state.seats[1 - seat].stars else []
    return [*stars, Demand.CARDS] if other > own else stars


def ways_to_demand(facts: Facts, state: State, seat: int) -> Iterator[PlayCourage]:
    """Yields a command for each demand that can be made."""
    for card, _ in playable_cards(facts, state, seat, (Effect.COURAGE,)):
        yield from [PlayCourage(card, one) for one in possible_demands(facts, state, seat)]


def _points(facts: Facts, state: State, seat: int) -> tuple[int, int]:
    """Returns the VP of a seat, and those of its opponent."""
    both = points(facts, state)
    return both[seat], both[1 - seat]


PLAYS = (
    Play(Effect.PAY_GOLD_GAIN_STARS, has_star_room, feed_poor),
    Play(Effect.ARTWORK, has_star_room, show_artwork),
    Play(Effect.TAKE_TOP_ATTACK_FROM_DISCARD, may_send_guido, fetch_attack),
)

AREA = Area(answers=(answer(PlayCourage, ActionPrompt, demand),), actions=(action(ways_to_demand, Effect.COURAGE),))
