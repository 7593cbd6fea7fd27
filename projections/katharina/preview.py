"""What a command would certainly bring to the seat that looks at a view of Katharina.

It comes from that view and from the very functions the match is resolved with: a preview knows what its seat knows.
"""

from __future__ import annotations

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from domain.katharina.commands import BuildOrPass, ChooseDisplay, Command, PlayCards, Resolve
from domain.katharina.events import BookResidence, CardResolved, Play, Resolution
from domain.katharina.evolve import played
from domain.katharina.facts.load import Card, Facts
from domain.katharina.prompts import ResolvePrompt
from domain.katharina.rules.actions import pays_for_bonus, performed, possible, replaced_by_a_card
from domain.katharina.rules.interim import book_residence
from domain.katharina.rules.residences import sites, supply
from domain.katharina.state import SeatState
from projections.katharina.view import KatharinaSeatView, KatharinaView


class KatharinaPerformance(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What performing an activated card would bring at least, whatever it is then paid with and wherever it builds.

    A bonus counts where it comes by itself; `bonus_cost` is what another one costs. With `sites` a residence comes on
    top, in one of these cities. Where performing is not `possible`, one card comes instead.
    """

    card: str
    possible: bool = False
    cost: int = 0
    bonus: bool = False
    bonus_cost: int = 0
    sites: tuple[str, ...] = ()
    points: int = 0
    favour: int = 0
    drawn: int = 0
    lost_cards: int = 0


class KatharinaPreview(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a command would certainly bring to the own seat; what it does not bring is absent.

    `points` has all of them, those for cards lost to the hand limit (`lost_cards`) and for steps lost at the top of the
    track included. `colours_match` and `performance` tell of cards to be played: with matching colours the seat is
    asked, and may perform. `goods`, `cannons` and `books` are what a display would own.
    """

    points: int = 0
    favour: int = 0
    drawn: int = 0
    lost_cards: int = 0
    bonus: bool = False
    city: str | None = None
    tile: str | None = None
    colours_match: bool | None = None
    performance: KatharinaPerformance | None = None
    goods: dict[str, int] | None = None
    cannons: int | None = None
    books: int | None = None


def preview(facts: Facts, view: KatharinaView, command: Command) -> KatharinaPreview:
    """What a command of the seat whose view this is would bring it; the command must be one of its options."""
    own = next(seat for seat in view.seats.values() if seat.hand is not None)
    match command:
        case PlayCards():
            return _play(facts, own, command)
        case Resolve():
            assert isinstance(own.prompt, ResolvePrompt)
            return _resolve(facts, _seat(own), facts.cards[own.prompt.card], command)
        case ChooseDisplay():
            return _display(facts, command)
        case BuildOrPass():
            return _brought(book_residence(facts, 0, _seat(own), command.city), 0)
        case _:
            assert_never(command)


def _seat(own: KatharinaSeatView) -> SeatState:
    assert own.hand is not None
    return SeatState(
        own.order,
        own.hand,
        own.action_row,
        own.activation,
        own.points,
        own.favour,
        own.residences,
        tuple(own.tiles.values()),
        own.jokers,
    )


def _play(facts: Facts, own: KatharinaSeatView, command: PlayCards) -> KatharinaPreview:
    row, cards = own.action_row, facts.cards
    new, below = cards[command.action], cards[command.activation]
    card = cards[row[command.slot]] if command.slot < len(row) else new
    symbols, performance = new.symbols, None
    lost = drawn = 0
    if match := card.colour == below.colour:
        seat = played(_seat(own), Play(command.action, command.activation, command.slot))
        performance = _performance(facts, seat, card)
    else:
        assert own.hand is not None
        left = SeatState(hand=own.hand[2:], favour=own.favour)  # only how many are left matters
        event, drawn = replaced_by_a_card(facts, 0, left, Resolution.MISMATCH)
        lost = event.lost_cards
    return KatharinaPreview(
        points=lost,
        drawn=drawn,
        lost_cards=lost,
        colours_match=match,
        performance=performance,
        goods={good: has + more for (good, has), more in zip(own.goods.items(), symbols, strict=False)},
        cannons=own.cannons + symbols[facts.cannon],
        books=own.books + symbols[facts.book],
    )


def _performance(facts: Facts, seat: SeatState, card: Card) -> KatharinaPerformance:
    if not possible(facts, seat, card):
        return KatharinaPerformance(card=card.id)
    builds = card.action.gain.residence and supply(seat) > 0
    # The bonus of A2 depends on what is paid: it is not certain.
    certain = replace(card, action=replace(card.action, has_bonus=False)) if card.needs.same_colour else card
    event, drawn = performed(facts, 0, seat, certain, Resolve(True, seat.hand[: card.action.cost]))
    return KatharinaPerformance(
        card=card.id,
        possible=True,
        cost=card.action.cost if builds or not card.action.gain.residence else 0,
        bonus=event.bonus,
        bonus_cost=card.needs.discard if pays_for_bonus(card) else 0,
        sites=sites(facts, seat, card) if builds else (),
        points=_points(event),
        favour=event.favour,
        drawn=drawn,
        lost_cards=event.lost_cards,
    )


def _resolve(facts: Facts, seat: SeatState, card: Card, command: Resolve) -> KatharinaPreview:
    if not command.perform:
        return _brought(*replaced_by_a_card(facts, 0, seat, Resolution.DECLINED))
    return _brought(*performed(facts, 0, seat, card, command))


def _display(facts: Facts, command: ChooseDisplay) -> KatharinaPreview:
    owned = [sum(counts) for counts in zip(*(facts.cards[card].symbols for card in command.cards), strict=True)]
    return KatharinaPreview(
        goods=dict(zip(facts.goods, owned, strict=False)), cannons=owned[facts.cannon], books=owned[facts.book]
    )


def _points(event: CardResolved | BookResidence) -> int:
    points = event.lost_cards + event.lost_steps
    return points + event.points + event.bonus_points if isinstance(event, CardResolved) else points


def _brought(event: CardResolved | BookResidence, drawn: int) -> KatharinaPreview:
    return KatharinaPreview(
        points=_points(event),
        favour=event.favour,
        drawn=drawn,
        lost_cards=event.lost_cards,
        bonus=isinstance(event, CardResolved) and event.bonus,
        city=event.city,
        tile=event.tile,
    )
