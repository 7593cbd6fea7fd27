"""A second implementation of the roll: the expected events, one by one, until the action phase begins (R5.3).

`roll` is a generator that follows a match: it yields the next expected event, and receives the actual one. It reads the
state of the match at that moment. Changes of the longest road are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable
from typing import Any

from chronik.domain.cities_knights.board import CORNERS_OF_HEX, EDGES_OF_CORNER, ENDS
from chronik.domain.cities_knights.commands import TRACKS
from chronik.domain.cities_knights.events import (
    ActionBegan,
    AqueductUsed,
    BarbariansLanded,
    BarbariansLeft,
    CardsDiscarded,
    CardStolen,
    CityPillaged,
    DefenderNamed,
    Event,
    Produced,
    ProgressDiscarded,
    ProgressDrawn,
    QuestionsAsked,
    Remains,
    Resumed,
    RobberMoved,
    ShipMoved,
)
from chronik.domain.cities_knights.facts.rulesets import (
    PillageWithoutSettlement,
    ProgressOverflow,
    SevensBeforeFirstAttack,
)
from chronik.domain.cities_knights.prompts import (
    AqueductPrompt,
    Cause,
    DeckPrompt,
    DiscardPrompt,
    OverflowPrompt,
    PillagePrompt,
    Prompt,
    RobberPrompt,
    VictimPrompt,
)
from chronik.domain.cities_knights.state import Face, State
from tests.cities_knights import naive
from tests.cities_knights.naive import Attack, Map, clockwise

Now = Callable[[], State]
Script = Generator[Any, Event, None]
"""Yields an expected event, a type of event if chance or a seat decides its content, or `object` for any event."""


def roll(now: Now) -> Script:
    """Follows a roll: the event die and its effects, then production or the seven, then the aqueduct (R5.3)."""
    dice = now().dice
    assert dice
    if now().turn > now().options.grace_rounds * len(now().seats):
        if dice.event is Face.SHIP:
            yield ShipMoved(now().ship + 1)
            if now().ship == 7:
                yield from _attack(now)
        else:
            yield from _gate(now, [track.value for track in TRACKS].index(dice.event.value), dice.red)
    if _has_won(now()):
        return
    yield from _overflow(now)
    if _has_won(now()):
        return
    if dice.red + dice.yellow == 7:
        yield from _seven(now)
    else:
        yield from _production(now, dice.red + dice.yellow)
    yield ActionBegan()


def _has_won(state: State) -> bool:
    """Returns whether the active seat has enough points to win; no question is open here (R17.3)."""
    return naive.points(state, state.active) >= state.options.victory_points


def _gate(now: Now, track: int, red: int) -> Script:
    """R6.2, R6.3."""
    for seat in clockwise(now()):
        level = now().seats[seat].levels[track]
        if level >= 1 and red <= level + 1 and now().decks[track]:
            yield ProgressDrawn(seat, TRACKS[track], now().decks[track][0])


def _attack(now: Now) -> Script:
    """R9."""
    attack = Attack(now())
    yield BarbariansLanded(attack.strength, tuple(attack.defence), attack.held)
    if len(attack.best) > 1:
        for seat in attack.best:
            if any(now().decks):
                yield _question(DeckPrompt(seat))
                tops = [deck[0] for deck in now().decks if deck]
                drawn = yield ProgressDrawn
                assert isinstance(drawn, ProgressDrawn)
                assert drawn.seat == seat
                assert drawn.card in tops
    elif attack.gives_point(now()):
        yield DefenderNamed(attack.best[0])
    for seat, corners in attack.losers.items():
        if len(corners) == 1:
            yield _pillage(now(), seat, corners[0])
    choosing = {seat: corners for seat, corners in attack.losers.items() if len(corners) > 1}
    if choosing:
        yield _question(*(PillagePrompt(seat) for seat in choosing))
    for _ in list(choosing):
        before = now()
        fell = yield CityPillaged
        assert isinstance(fell, CityPillaged)
        assert fell.corner in choosing.pop(fell.seat)
        assert fell == _pillage(before, fell.seat, fell.corner)
    yield BarbariansLeft()


def _pillage(state: State, seat: int, corner: int) -> CityPillaged:
    """R9.4d, R9.4e, R10.6."""
    island, rule = Map(state), state.options.pillage_without_settlement
    if list(island.settlements.values()).count(seat) < 5 or rule is PillageWithoutSettlement.EXCEED_SUPPLY:
        return CityPillaged(seat, corner, Remains.SETTLEMENT)
    if rule is PillageWithoutSettlement.SIDEWAYS:
        return CityPillaged(seat, corner, Remains.SIDEWAYS)
    lost = sorted(edge for edge in EDGES_OF_CORNER[corner] if island.roads.get(edge) == seat)
    left = {end for edge, owner in island.roads.items() if owner == seat and edge not in lost for end in ENDS[edge]}
    knights = sorted(at for at, (owner, _) in island.knights.items() if owner == seat and at not in left)
    return CityPillaged(seat, corner, Remains.NOTHING, tuple(lost), tuple(knights))


def _overflow(now: Now) -> Script:
    """Follows the discards: other seats at once, the active seat only if the option says so (R13.2, C-70)."""
    rule = now().options.progress_overflow
    over = [seat for seat in clockwise(now()) if len(now().seats[seat].progress) > 4]
    choosing = [seat for seat in over if seat != now().active or rule is ProgressOverflow.DISCARD_AT_ONCE]
    if choosing:
        yield _question(*(OverflowPrompt(seat, len(now().seats[seat].progress) - 4) for seat in choosing))
    for _ in list(choosing):
        given_up = yield ProgressDiscarded
        assert isinstance(given_up, ProgressDiscarded)
        choosing.remove(given_up.seat)
    active = now().active
    while rule is ProgressOverflow.DISCARD_OR_PLAY_AT_ONCE and len(now().seats[active].progress) > 4:
        yield _question(OverflowPrompt(active, len(now().seats[active].progress) - 4, play=True))
        answer = yield object
        while not isinstance(answer, ProgressDiscarded | Resumed):
            answer = yield object


def _seven(now: Now) -> Script:
    """R8."""
    options = now().options
    if options.sevens_before_first_attack is SevensBeforeFirstAttack.NO_DISCARD and not now().attacks:
        return
    due: dict[int, int] = {}
    for seat in clockwise(now()):
        cards, walls = sum(now().seats[seat].hand), now().seats[seat].walls.bit_count()
        if cards > 7 + 2 * walls:
            due[seat] = cards // 2
    if due:
        yield _question(*(DiscardPrompt(seat, count, Cause.SEVEN) for seat, count in due.items()))
    for _ in list(due):
        given = yield CardsDiscarded
        assert isinstance(given, CardsDiscarded)
        assert sum(given.cards) == due.pop(given.seat)
    if now().awake:
        yield _question(RobberPrompt(now().active))
        before = now().robber
        moved = yield RobberMoved
        assert isinstance(moved, RobberMoved)
        assert moved.hex != before
        yield from _robbery(now)


def _robbery(now: Now) -> Script:
    """R8.3."""
    active = now().active
    among = robber_victims(now(), active)
    if len(among) > 1:
        yield _question(VictimPrompt(active, tuple(sorted(among))))
    if among:
        stolen = yield CardStolen
        assert isinstance(stolen, CardStolen)
        assert stolen.victim in among


def robber_victims(state: State, seat: int) -> set[int]:
    """Returns the opponents with a building at the robber's hex and a card in hand (R8.3)."""
    island = Map(state)
    there = {island.buildings[corner] for corner in CORNERS_OF_HEX[state.robber] if corner in island.buildings}
    return {other for other in there if other != seat and any(state.seats[other].hand)}


def _production(now: Now, total: int) -> Script:
    """R7."""
    gained, short = naive.production(now(), total)
    if short or any(gained):
        produced = yield Produced
        assert isinstance(produced, Produced)
        assert [_counter(counts) for counts in produced.gained] == gained
        assert {kind.value for kind in produced.short} == short
    for seat in clockwise(now()):
        if not gained[seat] and now().seats[seat].levels[naive.SCIENCE] >= 3:
            if not any(naive.bank(now())[kind] for kind in naive.RESOURCES):
                return
            yield _question(AqueductPrompt(seat))
            used = yield AqueductUsed
            assert isinstance(used, AqueductUsed)
            assert used.kind is not None or now().options.aqueduct_decline


def _counter(counts: Iterable[int]) -> Counter[str]:
    return +Counter[str](dict(zip(naive.KINDS, counts, strict=False)))


def _question(*prompts: Prompt) -> QuestionsAsked:
    """Returns an event that asks these prompts; its continuation is not compared."""
    return QuestionsAsked(prompts)
