"""Previews of Katharina: the certain results of a command for the seat to which a view belongs.

A preview uses only the view and the functions that resolve the match, so it knows only what its seat knows.
"""

from __future__ import annotations

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.katharina.commands import BuildOrPass, ChooseDisplay, Command, PlayCards, Resolve
from chronik.domain.katharina.events import BookResidence, CardResolved, Play, Resolution
from chronik.domain.katharina.evolve import play_cards
from chronik.domain.katharina.facts.load import Card, Facts
from chronik.domain.katharina.prompts import ResolvePrompt
from chronik.domain.katharina.rules.actions import draw_instead, is_possible, pays_for_bonus, perform_action
from chronik.domain.katharina.rules.interim import book_residence
from chronik.domain.katharina.rules.residences import sites, supply
from chronik.domain.katharina.state import SeatState
from chronik.projections.katharina.view import KatharinaSeatView, KatharinaView


class KatharinaPerformance(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The least result of performing an activated card, whichever way the seat pays and whichever city it builds in.

    An automatic bonus is included; `bonus_cost` is the cost of any other bonus. If there are `sites`, the seat also
    builds a residence in one of these cities. If performing is not `possible`, the seat draws one card instead.
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
    """The certain results of a command for the seat that gives it. Fields without a result are absent.

    `points` includes points for cards lost to the hand limit (`lost_cards`) and for steps lost at the top of the track.
    `colours_match` and `performance` are for a command that plays cards: if the colours match, the seat is asked and
    may perform the action. `goods`, `cannons` and `books` are the symbols that the seat would own after the command.
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
    """Returns the certain results of a command for the seat of this view. The command must be one of its options."""
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
            return _preview_of(book_residence(facts, 0, _seat(own), command.city), 0)
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
        seat = play_cards(_seat(own), Play(command.action, command.activation, command.slot))
        performance = _performance(facts, seat, card)
    else:
        assert own.hand is not None
        left = SeatState(hand=own.hand[2:], favour=own.favour)  # only the number of cards matters
        event, drawn = draw_instead(facts, 0, left, Resolution.MISMATCH)
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
    if not is_possible(facts, seat, card):
        return KatharinaPerformance(card=card.id)
    builds = card.action.gain.residence and supply(seat) > 0
    # The bonus of A2 is not certain, because it depends on the cards paid.
    certain = replace(card, action=replace(card.action, has_bonus=False)) if card.needs.same_colour else card
    event, drawn = perform_action(facts, 0, seat, certain, Resolve(True, seat.hand[: card.action.cost]))
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
        return _preview_of(*draw_instead(facts, 0, seat, Resolution.DECLINED))
    return _preview_of(*perform_action(facts, 0, seat, card, command))


def _display(facts: Facts, command: ChooseDisplay) -> KatharinaPreview:
    owned = [sum(counts) for counts in zip(*(facts.cards[card].symbols for card in command.cards), strict=True)]
    return KatharinaPreview(
        goods=dict(zip(facts.goods, owned, strict=False)), cannons=owned[facts.cannon], books=owned[facts.book]
    )


def _points(event: CardResolved | BookResidence) -> int:
    points = event.lost_cards + event.lost_steps
    return points + event.points + event.bonus_points if isinstance(event, CardResolved) else points


def _preview_of(event: CardResolved | BookResidence, drawn: int) -> KatharinaPreview:
    return KatharinaPreview(
        points=_points(event),
        favour=event.favour,
        drawn=drawn,
        lost_cards=event.lost_cards,
        bonus=isinstance(event, CardResolved) and event.bonus,
        city=event.city,
        tile=event.tile,
    )
