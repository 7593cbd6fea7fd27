"""The parts of Cities & Knights for the tests of every game: invariants, hidden parts, and planted leaks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from enum import Enum
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from msgspec import UNSET, Raw
from msgspec.structs import replace

from chronik.domain.cities_knights import game
from chronik.domain.cities_knights.board import NEXT_TO, corners_at, numbers
from chronik.domain.cities_knights.cards.kinds import KINDS, Cards, Counts, plus
from chronik.domain.cities_knights.commands import (
    TRACKS,
    AcceptOffer,
    ActivateKnight,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyLevel,
    ChaseRobber,
    ChooseVictim,
    ConfirmTrade,
    CounterOffer,
    Discard,
    DiscardProgress,
    EndTurn,
    GiveCards,
    GiveCommodity,
    MoveKnight,
    OfferAtHarbor,
    OfferTrade,
    PlaceStart,
    PlayAlchemist,
    PlayMasterMerchant,
    PlayResourceMonopoly,
    PlaySpy,
    Roll,
    SpendCard,
    TakeCards,
    TakeProgress,
    TradeWithBank,
    WithdrawOffer,
)
from chronik.domain.cities_knights.events import (
    BarbariansLeft,
    CardStolen,
    DeckShuffled,
)
from chronik.domain.cities_knights.facts.load import PRINTED, Facts, load
from chronik.domain.cities_knights.facts.rulesets import (
    PRESETS,
    CommodityBank,
    PillageWithoutSettlement,
    RobberBeforeFirstAttack,
    Ruleset,
)
from chronik.domain.cities_knights.island.longest_road import road_lengths
from chronik.domain.cities_knights.island.occupancy import all_road_edges, knight_corners
from chronik.domain.cities_knights.public import PUBLIC
from chronik.domain.cities_knights.rules.points import points
from chronik.domain.cities_knights.state import OFF_BOARD, Phase, SeatState, State
from chronik.domain.engine.match.commands import AnswerUndo, LeaveSeat, TakeBack, TakeSeat
from chronik.domain.engine.seats import Seat, Viewer
from chronik.projections.cities_knights import preview as previews
from chronik.projections.cities_knights import view as views
from chronik.projections.games import projection
from chronik.projections.match.frames import game_line
from tests.every_game.cities_knights_mutants import MUTANTS
from tests.every_game.cities_knights_twins import resample_hidden, shown
from tests.every_game.exits import Exits
from tests.every_game.playout import Table
from tests.every_game.supplies import Supplies

FACTS = load(PRINTED)
CARDS = sorted(FACTS.cards)
NOT_PLAYED_YET = {"two_player_mode"}
# Rule options


def _values(field: msgspec.structs.FieldInfo) -> list[Any]:
    """Returns every value of an option as it is logged."""
    if isinstance(field.type, type) and issubclass(field.type, Enum):
        return [value.value for value in field.type]
    return [False, True] if field.type is bool else [1, 2]


CHOICES = {
    field.name: _values(field)
    for field in msgspec.structs.fields(Ruleset)
    if field.name not in {"victory_points", *NOT_PLAYED_YET}
}


def written(options: Mapping[str, Any]) -> Raw:
    """Returns rule options as they are logged."""
    return Raw(msgspec.json.encode(options))


def options(rng: Random) -> Raw:
    """Returns a preset with some options changed; a robber that is awake gives more to hide."""
    chosen: dict[str, Any] = {**PRESETS[rng.choice(list(PRESETS))], "victory_points": rng.choice((6, 8, 13))}
    for name, values in CHOICES.items():
        if rng.random() < 0.15:
            chosen[name] = rng.choice(values)
    if rng.random() < 0.6:
        chosen["robber_before_first_attack"] = "active"
    return written(chosen)


def tables() -> tuple[Raw, Raw, Raw]:
    """Returns three option sets with few points to win, because random matches are long: unusual, 2025, and plain."""
    odd = {
        "victory_points": 5,
        "robber_before_first_attack": "active",
        "progress_overflow": "discard_or_play_at_once",
        "dead_progress_card": "allow",
        "crane_form": "discount_next_purchase_this_turn",
        "wedding_chooser": "player",
        "public_counts": "split",
    }
    return written(odd), written({**PRESETS["official_2025"], "victory_points": 5}), written({"victory_points": 6})


def variants() -> tuple[Raw, ...]:
    """Returns the presets, and for each option value the standard options with only that value."""
    each = [{name: value} for name, values in CHOICES.items() for value in values]
    return tuple(written(one) for one in (*PRESETS.values(), *each, {"victory_points": 30}))


# Invariants (1.19)


def conserved(event: Any, state: State) -> None:
    """Checks the invariants of the rule book that hold after every event."""
    _cards(state)
    _progress(state)
    _places(state)
    for seat in state.seats:
        _pieces(seat, state.options)
    assert state.awake or not state.attacks
    if state.options.robber_before_first_attack is RobberBeforeFirstAttack.LOCKED and not state.attacks:
        assert state.robber in (OFF_BOARD, *(hex_ for hex_, token in enumerate(state.tokens) if not token))
    if isinstance(event, BarbariansLeft):
        assert not any(knight.active or knight.ready for seat in state.seats for knight in seat.knights)
        assert state.ship == 0


def _cards(state: State) -> None:
    """Checks that bank and hands together have the printed number of each kind."""
    total = state.bank
    for seat in state.seats:
        assert min(seat.hand) >= 0
        total = plus(total, seat.hand)
    assert min(state.bank) >= 0
    assert total == _bank(state.options.commodity_bank)


@cache
def _bank(rule: CommodityBank) -> Counts:
    return game.game(FACTS).opening(Ruleset(commodity_bank=rule), 2).bank


def _progress(state: State) -> None:
    """Checks that each progress card is in one place, and that cards worth a point are in a deck or face up."""
    held = [card for seat in state.seats for card in seat.progress]
    open_ = [card for seat in state.seats for card in seat.shown]
    assert sorted((*held, *open_, *(card for deck in state.decks for card in deck))) == CARDS
    assert all(FACTS.cards[card].deck == number for number, deck in enumerate(state.decks) for card in deck)
    assert not any(FACTS.cards[card].vp for card in held)
    assert all(FACTS.cards[card].vp for card in open_)
    assert all(0 <= fresh <= len(deck) for fresh, deck in zip(state.fresh, state.decks, strict=True))


def _places(state: State) -> None:
    """Checks for one piece per corner, one road per edge, and the distance rule (R10.3)."""
    buildings = [corner for seat in state.seats for corner in numbers(seat.buildings)]
    standing = [*buildings, *(knight.corner for seat in state.seats for knight in seat.knights)]
    assert len(standing) == len(set(standing))
    built = sum(1 << corner for corner in buildings)
    assert not any(NEXT_TO[corner] & built for corner in buildings)
    assert sum(seat.roads.bit_count() for seat in state.seats) == all_road_edges(state).bit_count()


def _pieces(seat: SeatState, options: Ruleset) -> None:
    """Checks the supply of pieces, that walls are under cities, and that knights are next to their owner's roads."""
    supply = FACTS.supply
    beyond = options.pillage_without_settlement is PillageWithoutSettlement.EXCEED_SUPPLY
    assert seat.roads.bit_count() <= supply.roads
    assert seat.settlements.bit_count() <= supply.settlements or beyond
    assert seat.cities.bit_count() + seat.sideways.bit_count() <= supply.cities
    assert seat.walls.bit_count() <= supply.walls
    assert not seat.walls & ~seat.cities
    assert seat.settlements & seat.cities == seat.settlements & seat.sideways == seat.cities & seat.sideways == 0
    levels = Counter(knight.level for knight in seat.knights)
    assert all(levels[level] <= supply.knights[level - 1] for level in levels)
    assert [knight.corner for knight in seat.knights] == sorted(knight.corner for knight in seat.knights)
    assert all(knight.active for knight in seat.knights if knight.ready)
    assert not knight_corners(seat) & ~corners_at(seat.roads)


def settled(state: State) -> None:
    """Checks the invariants that hold after a command if no question is open."""
    if state.stack:
        return
    assert 0 <= state.ship < FACTS.barbarian_steps
    _longest(state)
    _metropolises(state)
    own = _points(state)
    assert points(FACTS, state) == own
    assert tuple(seat.points for seat in projection("cities_knights").view(state, Seat(0)).seats.values()) == own
    if state.phase is not Phase.SETUP:
        won = own[state.active] >= state.options.victory_points
        assert won == (state.outcome is not None)


def _longest(state: State) -> None:
    """Checks that a holder has the longest road, and that a unique longest road holds the award (R16.2)."""
    found = road_lengths(state)
    best = [seat for seat, length in enumerate(found) if length == max(found)]
    if max(found) < FACTS.limits.longest_road_minimum:
        assert state.longest is None
    elif len(best) == 1:
        assert state.longest == best[0]
    else:
        assert state.longest in (None, *best)


def _metropolises(state: State) -> None:
    """R12.4, R12.5, R12.7."""
    standing = [one for one in state.metropolises if one is not None]
    assert len({one.corner for one in standing}) == len(standing)
    for track, one in enumerate(state.metropolises):
        reached = [seat.levels[track] for seat in state.seats]
        if one is None:
            assert max(reached) < FACTS.limits.metropolis_level
        else:
            assert state.seats[one.seat].cities >> one.corner & 1
            assert reached[one.seat] >= FACTS.limits.metropolis_level
            assert reached[one.seat] == max(reached) or reached[one.seat] == FACTS.limits.steal_level


def _points(state: State) -> tuple[int, ...]:
    """Returns the points by R17.1, computed independently."""
    return tuple(
        seat.settlements.bit_count()
        + seat.sideways.bit_count()
        + 2 * seat.cities.bit_count()
        + 2 * sum(one is not None and one.seat == number for one in state.metropolises)
        + 2 * (state.longest == number)
        + seat.defender
        + sum(FACTS.cards[card].vp for card in seat.shown)
        + (state.merchant is not None and state.merchant.seat == number)
        for number, seat in enumerate(state.seats)
    )


# Undo


def hidden_order(state: State) -> tuple[str, ...]:
    return tuple(card for deck, fresh in zip(state.decks, state.fresh, strict=True) for card in deck[:fresh])


def shuffled_anew(then: State, before: State, now: State) -> bool:
    """Checks that an undo keeps drawn and returned cards in place; returns whether it reshuffled the unseen ones."""
    assert (now.seats, now.bank, now.fresh) == (then.seats, then.bank, then.fresh)
    learned = before.rolls != then.rolls or before.steals != then.steals or before.fresh != then.fresh
    for deck in range(len(TRACKS)):
        fresh, drawn = then.fresh[deck], then.fresh[deck] - before.fresh[deck]
        old, new = then.decks[deck], now.decks[deck]
        assert sorted(new) == sorted(old)
        assert (new[:drawn], new[fresh:]) == (old[:drawn], old[fresh:])
        assert not learned or new != old or fresh - drawn < 4, "a barrier was crossed and nothing shuffled"
    return now.decks != then.decks


# Hidden information


def hidden(state: State, viewer: Viewer) -> Mapping[str, Any]:
    """Returns the parts of the state that a viewer may not know."""
    own = viewer.number if isinstance(viewer, Seat) else None
    others = [seat for number, seat in enumerate(state.seats) if number != own]
    return {
        "hands": [seat.hand for seat in others],
        "progress": [seat.progress for seat in others],
        "decks": state.decks,
    }


def probes(view: views.CitiesKnightsView, rng: Random) -> list[Any]:
    """Returns fifty commands, most of which are refused: other seats' cards, places, prompts and hands."""
    own = next((seat.progress for seat in view.seats.values() if seat.progress is not UNSET), ())
    some, mine = rng.sample(CARDS, 8), own[0] if own else rng.choice(CARDS)
    kind, other = rng.sample(KINDS, 2)
    seat, number = rng.randrange(4), rng.choice((*view.offers, 1))
    two = Cards(**{kind.value: 1, other.value: 1})
    held = next((tuple(seat.hand) for seat in view.seats.values() if seat.hand), KINDS[:1])[0]
    return [
        *(OfferTrade(Cards(**{held.value: 1}), Cards(**{want.value: 1})) for want in KINDS if want is not held),
        Roll(),
        EndTurn(),
        PlaceStart(rng.randrange(54), rng.randrange(72)),
        BuildRoad(rng.randrange(72)),
        BuildSettlement(rng.randrange(54)),
        BuildCity(rng.randrange(54)),
        BuyLevel(rng.choice(TRACKS)),
        ActivateKnight(rng.randrange(54)),
        MoveKnight(rng.randrange(54), rng.randrange(54)),
        ChaseRobber(rng.randrange(54), rng.randrange(19)),
        TradeWithBank(kind, Cards(**{other.value: 1})),
        OfferTrade(Cards(**{kind.value: 1}), Cards(**{other.value: 1})),
        OfferTrade(Cards(**{kind.value: 1}), Cards(**{other.value: 2}), (seat,)),
        AcceptOffer(number),
        CounterOffer(number, Cards(**{kind.value: 1}), Cards(**{other.value: 1})),
        WithdrawOffer(number),
        ConfirmTrade(number, seat),
        OfferAtHarbor(seat, kind),
        PlayAlchemist(mine, rng.randint(1, 6), rng.randint(1, 6)),
        PlaySpy(mine, seat),
        PlaySpy(some[0], seat),
        PlayMasterMerchant(mine, seat),
        PlayResourceMonopoly(mine, kind),
        PlayResourceMonopoly(some[1], kind),
        SpendCard(mine),
        SpendCard(some[2]),
        ChooseVictim(seat),
        Discard(two),
        GiveCommodity(kind),
        GiveCommodity(),
        GiveCards(two),
        TakeCards(two),
        *(TakeProgress(card) for card in some[3:6]),
        DiscardProgress((mine,)),
        DiscardProgress((some[6],)),
        TakeBack(1),
        TakeBack(rng.randrange(1, 60)),
        TakeBack(10_000, ask=True),
        AnswerUndo(rng.randrange(60), True),
        TakeSeat(0, "somebody"),
        LeaveSeat(0),
    ]


def exits(facts: Facts) -> Exits:
    """Returns the outputs of a match for other facts than the printed ones."""
    projected = replace(
        projection("cities_knights"),
        view=partial(views.view, facts),
        preview=partial(previews.preview, facts),
        line=partial(game_line, PUBLIC, facts),
        points=partial(points, facts),
    )
    return Exits(game=game.game(facts), projection=projected, honest=projected)


def labelled(rng: Random) -> tuple[Exits, frozenset[str]]:
    """Returns the game with a random 128-bit label on every progress card, and all labels."""
    labels = {card: rng.randbytes(16).hex() for card in CARDS}
    with TemporaryDirectory() as directory:
        for file in PRINTED.glob("*.toml"):
            text = re.sub(r'"([a-z]+\.[a-z_]+\.\d)"', lambda card: f'"{labels[card[1]]}"', file.read_text("utf-8"))
            (Path(directory) / file.name).write_text(text, "utf-8")
        return exits(load(Path(directory))), frozenset(labels.values())


def tiny() -> tuple[Exits, Raw]:
    """Returns the game on a fixed island with the robber awake, so that hidden cards appear early."""
    return exits(FACTS), written({"board_layout": "beginner_base", "robber_before_first_attack": "active"})


def begun(table: Table, rng: Random) -> None:
    """Plays some of the first commands by default answers, so that only the dice differ."""
    for _ in range(rng.choice((0, 2, 4, 5, 6, 7, 8))):
        seat = table.match.waiting[0]
        table.do(table.game.default(table.match.state, seat), seat)


SUPPLIES = Supplies(
    lengths=(8, 100, 300, 500),
    options=options,
    tables=tables(),
    variants=variants(),
    conserved=conserved,
    settled=settled,
    is_chance=lambda event: isinstance(event, DeckShuffled | CardStolen),
    hidden_order=hidden_order,
    shuffled_anew=shuffled_anew,
    resample_hidden=resample_hidden,
    hidden=hidden,
    alike=lambda options, command, rng: command,
    probes=probes,
    labelled=labelled,
    shown=shown,
    tiny=tiny,
    begun=begun,
    mutants=MUTANTS,
)
