"""Previews: they come true, and use nothing that their seat does not know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from chronik.domain.engine.chance import Chance
from chronik.domain.engine.seats import Seat
from chronik.domain.games import game
from chronik.domain.katharina.commands import BuildOrPass, ChooseDisplay, PlayCards, Resolve
from chronik.domain.katharina.events import (
    BookResidence,
    CardResolved,
    CardsDrawn,
    CardsRevealed,
    DisplaysShown,
    Draw,
    Resolution,
)
from chronik.domain.katharina.state import Options, SeatState, State
from chronik.projections.games import projection
from chronik.projections.katharina.preview import KatharinaPreview
from tests.support.cases import for_each

GAME = game("katharina")
READ = projection("katharina")


def owing(state: State) -> list[int]:
    return [prompt.seat for prompt in state.prompts if state.sealed[prompt.seat] is None]


def after(state: State, events: Sequence[Any]) -> State:
    for event in events:
        state = GAME.evolve(state, event)
    return state


def moments(seats: int, seed: int) -> Iterator[tuple[State, int, Chance, Random]]:
    """Yields every state of a random match in which a seat is asked, with the seat that answers next."""
    rng, chance = Random(seed), Chance(bytes([seed]) * 32)
    state = GAME.opening(Options(), seats)
    state = after(state, GAME.deal(state, chance))
    while owing(state):
        seat = rng.choice(owing(state))
        yield state, seat, chance, rng
        state = after(state, GAME.decide(state, seat, rng.choice(GAME.options(state, seat)), chance))


def answered(state: State, seat: int, command: Any, chance: Chance, rng: Random) -> list[Any]:
    """Returns the events of this answer and of random answers of every other seat that owes one."""
    events = list(GAME.decide(state, seat, command, chance))
    question = state.prompts
    state = after(state, events)
    while state.prompts == question:
        other = owing(state)[0]
        more = GAME.decide(state, other, rng.choice(GAME.options(state, other)), chance)
        events += more
        state = after(state, more)
    return events


def own(seats: int, seed: int) -> Iterator[tuple[State, int, Any, KatharinaPreview, list[Any]]]:
    """Yields moments with one option each, its preview, and the events after every seat has answered."""
    for state, seat, chance, rng in moments(seats, seed):
        command = rng.choice(GAME.options(state, seat))
        preview = READ.preview(READ.view(state, Seat(seat)), command)
        yield state, seat, command, preview, answered(state, seat, command, chance, rng)


def drawn_by(seat: int, events: Sequence[Any], event: CardResolved | BookResidence) -> int:
    # Cards drawn after a shuffle in the middle of a draw have their own event (Q3).
    rest = (e for e in events[events.index(event) :] if isinstance(e, CardsDrawn) and e.why is Draw.CARD)
    return len(event.drawn) + sum(len(e.cards[seat]) for e in rest)


def same(preview: KatharinaPreview, event: CardResolved | BookResidence, drawn: int) -> bool:
    points = event.lost_cards + event.lost_steps
    bonus = False
    if isinstance(event, CardResolved):
        points, bonus = points + event.points + event.bonus_points, event.bonus
    told = (
        preview.points,
        preview.favour,
        preview.drawn,
        preview.lost_cards,
        preview.bonus,
        preview.city,
        preview.tile,
    )
    return told == (points, event.favour, drawn, event.lost_cards, bonus, event.city, event.tile)


def owned(state: State, seat: int) -> tuple[dict[str, int], int, int]:
    view = READ.view(state, Seat(seat)).seats[seat]
    return view.goods, view.cannons, view.books


@for_each("seats", [2, 3, 4])
@for_each("seed", range(12))
def test_the_effects_that_a_preview_shows_happen(seats: int, seed: int) -> None:
    for state, seat, command, preview, events in own(seats, seed):
        match command:
            case Resolve():
                resolved = next(e for e in events if isinstance(e, CardResolved) and e.seat == seat)
                assert same(preview, resolved, drawn_by(seat, events, resolved))
            case BuildOrPass():
                built = next(e for e in events if isinstance(e, BookResidence) and e.seat == seat)
                assert same(preview, built, drawn_by(seat, events, built))
            case ChooseDisplay():
                shown = next(i for i, e in enumerate(events) if isinstance(e, DisplaysShown))
                then = after(state, events[: shown + 1])
                assert (preview.goods, preview.cannons, preview.books) == owned(then, seat)
            case PlayCards():
                check_play(state, seat, preview, events)


def check_play(state: State, seat: int, preview: KatharinaPreview, events: list[Any]) -> None:
    revealed = next(i for i, e in enumerate(events) if isinstance(e, CardsRevealed))
    then = after(state, events[: revealed + 1])
    assert (preview.goods, preview.cannons, preview.books) == owned(then, seat)
    asked = after(state, events[: revealed + 2])
    assert preview.colours_match is (seat in [prompt.seat for prompt in asked.prompts])
    if not preview.colours_match:
        event = next((e for e in events if isinstance(e, CardResolved) and e.seat == seat), None)
        if event is not None:
            assert event.how is Resolution.MISMATCH
            assert same(replace(preview, colours_match=None), event, drawn_by(seat, events, event))
        return
    performance = preview.performance
    assert performance is not None
    view = READ.view(asked, Seat(seat))
    answers = [command for command in GAME.options(asked, seat) if command.perform]
    assert performance.possible is bool(answers)
    for answer in answers:
        brings = READ.preview(view, answer)
        assert brings.points + brings.favour >= performance.points + performance.favour
        assert brings.drawn + brings.points >= performance.drawn
        assert len(answer.discards) == performance.cost or not performance.sites
        assert brings.city is None or brings.city in performance.sites
        assert len(answer.bonus_discards) in (0, performance.bonus_cost)
        assert brings.bonus or not performance.bonus


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_preview_can_be_encoded_and_decoded(seats: int) -> None:
    encoder, decoder = msgspec.json.Encoder(), msgspec.json.Decoder[Any](READ.preview_type)
    for state, seat, _, rng in moments(seats, 99):
        view = READ.view(state, Seat(seat))
        for command in rng.sample(list(GAME.options(state, seat)), 1):
            preview = READ.preview(view, command)
            assert decoder.decode(encoder.encode(preview)) == preview


def twin(state: State, seat: int, rng: Random) -> State:
    """Returns a state that looks the same to this seat: other hands and another stock, but the same sealed choices."""
    hidden = [*state.stock, *(card for n, other in enumerate(state.seats) if n != seat for card in other.hand)]
    rng.shuffle(hidden)
    seats: list[SeatState] = []
    for number, other in enumerate(state.seats):
        if number != seat:
            hand, hidden = hidden[: len(other.hand)], hidden[len(other.hand) :]
            other = replace(other, hand=tuple(sorted(hand)))
        seats.append(other)
    return replace(state, seats=tuple(seats), stock=tuple(hidden))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_preview_uses_only_what_its_seat_knows(seats: int) -> None:
    for state, seat, _, rng in moments(seats, 7):
        other = twin(state, seat, rng)
        options = GAME.options(state, seat)
        assert list(options) == list(GAME.options(other, seat))
        command = rng.choice(options)
        one, two = (READ.preview(READ.view(truth, Seat(seat)), command) for truth in (state, other))
        assert one == two
        assert msgspec.json.encode(one) == msgspec.json.encode(two)
