"""The card game's part of the contract for every game: invariants, secrets of each viewer, and planted leaks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from msgspec import UNSET, Raw
from msgspec.structs import replace

from chronik.domain.catan_cards import commands as wants
from chronik.domain.catan_cards import game
from chronik.domain.catan_cards.cards.ids import instances, title
from chronik.domain.catan_cards.cards.kinds import KINDS
from chronik.domain.catan_cards.events import DecksBrought, EventsShuffled, RegionsShuffled, StackShuffled
from chronik.domain.catan_cards.facts.load import PRINTED, Effect, Facts, load
from chronik.domain.catan_cards.facts.rulesets import Mode
from chronik.domain.catan_cards.principality.totals import hand_limit, points
from chronik.domain.catan_cards.public import PUBLIC
from chronik.domain.catan_cards.reshuffle import stack_keys
from chronik.domain.catan_cards.sight import EMPTY_HAND
from chronik.domain.catan_cards.state import Phase, SeatState, State
from chronik.domain.engine.match.commands import AnswerUndo, LeaveSeat, TakeBack, TakeSeat
from chronik.domain.engine.seats import Seat, Viewer
from chronik.projections.catan_cards import preview as previews
from chronik.projections.catan_cards import view as views
from chronik.projections.games import projection
from chronik.projections.match.frames import game_line
from chronik.projections.thinking.bot_random import Luck
from chronik.service.bots.levels import bot
from tests.every_game.catan_cards_mutants import MUTANTS, SCENES
from tests.every_game.catan_cards_twins import resample_hidden
from tests.every_game.catan_cards_twins.visible import BUILT_IN, visible_ids
from tests.every_game.exits import Exits
from tests.every_game.playout import Habits, Table
from tests.every_game.supplies import Skilled, Supplies
from tests.support.catan_cards import table as positions

FACTS = load(PRINTED)
TITLES = list(FACTS.cards)
CARDS = [card for name, printed in FACTS.cards.items() for card in instances(name, printed.count)]
REGIONS = list(FACTS.lands)
CENTRE = {"road": 2, "settlement": 4, "city": 0}
"""The cards of the axis that belong to the two crests (B2)."""


def encode_options(**options: Any) -> Raw:
    """Returns rule options as a log stores them."""
    return Raw(msgspec.json.encode(options))


def options(rng: Random) -> Raw:
    """Returns random options of one of the three games; the tournament game with brought or built-in decks."""
    chosen: dict[str, Any] = {"mode": rng.choice(("base", "extended", "extended", "tournament", "tournament"))}
    if chosen["mode"] == "tournament" and rng.random() < 0.3:
        chosen |= {"decks": "house", "house": rng.sample(list(FACTS.house_lists), 2)}
    if rng.random() < 0.3:
        chosen |= {"scout_exempt": rng.random() < 0.5, "offers_per_turn": rng.choice((0, 1, 20))}
    return encode_options(**chosen)


TABLES = (encode_options(), encode_options(scout_exempt=False), encode_options(mode="tournament"))
HABITS = (Habits(replaces=0.1, undoes=0.02, inspects=0.01), Habits(undoes=0.03, inspects=0.02), Habits())
"""Few undos, because matches are long."""
VARIANTS = (
    encode_options(mode="base", scout_exempt=False),
    encode_options(mode="extended", offers_per_turn=0),
    encode_options(mode="extended", scout_exempt=False, offers_per_turn=20),
    encode_options(mode="tournament", decks="house"),
    encode_options(mode="tournament", decks="house", house=("artists", "trade")),
)


# Invariants (E8)


def check_conserved(event: Any, state: State) -> None:
    """Asserts that every card is in exactly one place and that all supplies are within their limits."""
    positions.assert_conserved(state)
    if state.outcome is None and state.phase is Phase.SETUP:
        return
    cards = Counter(title(card) for card in positions.all_cards(state))
    match state.options.mode:
        case Mode.BASE | Mode.EXTENDED:
            sets = ("base",) if state.options.mode is Mode.BASE else ("base", "kw")
            expected = {name: card.count for name, card in FACTS.cards.items() if card.set.value in sets}
            assert cards == expected
        case Mode.TOURNAMENT:
            assert cards == Counter(title(card) for seat in state.seats for card in seat.deck)
    events = [*state.events, *([state.revealed] if state.revealed else [])]
    assert len(set(events)) == len(events) == FACTS.constants.event_deck[state.options.mode]
    assert len(state.regions) + sum(len(seat.lands) for seat in state.seats) + bool(state.drawn_region) == 23
    left = views.view(FACTS, state, Seat(0)).supplies
    assert min(left.roads, left.settlements, left.cities) >= 0


def check_settled(state: State) -> None:
    """Asserts the invariants after a complete command: hand limits, and the totals of the view."""
    if state.outcome is not None or state.phase is Phase.SETUP:
        return
    passive = state.seats[1 - state.active]
    if state.phase in (Phase.ACTIONS, Phase.HAND) and not state.stack:
        assert len(passive.hand) <= hand_limit(FACTS, passive)
    seen = projection("catan_cards").view(state, Seat(0))
    assert tuple(seat.points for seat in seen.seats.values()) == points(FACTS, state)
    if not state.stack and state.phase is Phase.ACTIONS:
        enough = FACTS.constants.victory[state.options.mode]
        may_win = (state.active,) if state.options.mode is Mode.BASE else (0, 1)
        assert all(points(FACTS, state)[seat] < enough for seat in may_win)


# Undo


def order_of_hidden_cards(state: State) -> tuple[str, ...]:
    return (*(card for stack in state.stacks for card in stack), *state.events, *state.regions)


def check_shuffled(then: State, before: State, now: State) -> bool:
    """Asserts that after an undo remembered cards are in their old places; returns whether others moved (E11)."""
    assert _without_memories(now) == _without_memories(then)
    if not then.regions:
        return False
    assert now.events[len(now.events) - now.told :] == then.events[len(then.events) - then.told :]
    assert sorted(now.events) == sorted(then.events)
    assert sorted(now.regions) == sorted(then.regions)
    for at, _ in enumerate(stack_keys(FACTS, then)):
        old, new = then.stacks[at], now.stacks[at]
        assert sorted(new) == sorted(old)
        for seat in now.seats:
            known = seat.sights[at]
            if not known.gone:
                assert all(card in (None, lies) for card, lies in zip(known.slots, new, strict=True))
                assert all(card in (None, lies) for card, lies in zip(known.slots, old, strict=True))
    return (now.stacks, now.events, now.regions) != (then.stacks, then.events, then.regions)


def _without_memories(state: State) -> Any:
    """Returns the seats without their memories."""
    return [replace(seat, sights=(), hand_sight=EMPTY_HAND) for seat in state.seats]


def without_memory(seen: Any) -> Any:
    """Returns a plain view without the memories of its seat, which an undo may only extend (E11)."""
    if not isinstance(seen, dict) or "stacks" not in seen.get("seats", {}).get("0", {}) | {"stacks": {}}:
        return seen
    bare = {**seen, "stacks": _sizes(seen.get("stacks", {})), "seats": {}}
    for number, seat in seen["seats"].items():
        kept = {key: value for key, value in seat.items() if key != "known"}
        bare["seats"][number] = {**kept, "stacks": _sizes(seat.get("stacks", {}))}
    return bare


def _sizes(stacks: Mapping[str, Any]) -> Mapping[str, int]:
    return {number: stack["size"] for number, stack in stacks.items()}


# Secrets


def secrets_from(state: State, viewer: Viewer) -> Mapping[str, Any]:
    """Returns the parts of a state that a viewer may not know."""
    own = viewer.number if isinstance(viewer, Seat) else None
    others = [number for number in range(len(state.seats)) if number != own]
    return {
        "hands": [state.seats[number].hand for number in others],
        "stacks": state.stacks,
        "events": state.events,
        "regions": state.regions,
        "decks": [state.seats[number].deck for number in others],
        "memories": [_memory_of(state.seats[number]) for number in others],
        "sealed": [sealed and sealed.choice for number, sealed in enumerate(state.sealed) if number != own],
    }


def _memory_of(seat: SeatState) -> tuple[Any, ...]:
    """Returns the memory of a seat, empty before cards are dealt."""
    return (seat.sights, seat.hand_sight.cards, seat.hand_sight.gone)


LIKE: Mapping[type, tuple[str, ...]] = {
    wants.PickCard: ("card",),
    wants.TakeCards: ("cards",),
    wants.SwapCard: ("take", "put"),
    wants.Shed: ("cards",),
    wants.RemoveCards: ("cards",),
    wants.Exchange: ("card",),
    wants.ChooseLayout: ("regions", "feeling", "hand"),
    wants.BringDeck: ("cards", "events"),
}
"""The fields of a command that other seats do not see."""


def alike(options: Sequence[Any], command: Any, rng: Random) -> Any:
    """Returns a command of the twin that looks the same to other seats; hidden cards in it may be different ones."""
    if command in options:
        return command
    if isinstance(command, wants.StealCard):
        same = [one for one in options if isinstance(one, wants.StealCard) and bool(one.card) == bool(command.card)]
        return rng.choice(same) if same else command
    public = _public_part(command)
    same = [option for option in options if type(option) is type(command) and _public_part(option) == public]
    return rng.choice(same) if same else command


def _public_part(command: Any) -> Any:
    """Returns a command as other seats see it."""
    unseen = LIKE.get(type(command), ())
    return [
        len(value)
        if isinstance(value := getattr(command, name), tuple) and name in unseen
        else None
        if name in unseen
        else value
        for name in command.__struct_fields__
    ]


def probes(view: views.CatanCardsView, rng: Random) -> list[Any]:
    """Returns fifty commands, most of them invalid, with cards, regions, places and stacks of any seat."""
    own = next((seat.hand for seat in view.seats.values() if seat.hand is not UNSET), ())
    tournament = view.options.mode is Mode.TOURNAMENT
    prefix = rng.choice(("0:", "1:")) if tournament else ""
    some = [prefix + card for card in rng.sample(CARDS, 10)]
    mine = rng.choice(own) if own else some[0]
    kind = rng.choice(KINDS)
    lands = list(next(iter(view.seats.values())).regions) or REGIONS
    one, other = rng.choice(lands), rng.choice(REGIONS)
    slot, stack = rng.randint(-4, 4), rng.randint(1, 6)
    side = rng.choice(list(wants.Side))
    spies = [prefix + card for card in instances("spy", 3)]
    guards = [prefix + card for card in (*instances("bishop", 2), *instances("herb_woman", 2))]
    return [
        wants.Roll(),
        wants.EndActions(),
        wants.EndTurn(),
        wants.Decline(),
        wants.PayStar(),
        wants.BuildRoad(slot),
        wants.BuildRoad(slot, kind),
        wants.BuildSettlement(slot),
        wants.BuildSettlement(slot, scout=some[1]),
        wants.BuildCity(slot),
        wants.BuildCard(mine, slot, side),
        wants.BuildCard(some[2], slot, side),
        wants.Demolish(some[3]),
        *(wants.PlayCard(card) for card in dict.fromkeys((*own, *some[4:6], *spies))),
        *(wants.Protect(card) for card in guards),
        wants.PlayAlchemist(mine, 3),
        wants.PlayAlchemist(prefix + "alchemist-1", 3),
        wants.PlayCourage(some[6], wants.Demand.CARDS),
        wants.PlayJoust(mine, some[7]),
        wants.PlayCaravan(mine, (one,), (other,)),
        wants.TradeWithBank(kind, other),
        wants.OfferTrade((one,), (other,)),
        wants.AcceptOffer((one,), (other,)),
        wants.DrawCard(stack),
        wants.SearchForCard(stack),
        *(wants.PickCard(card) for card in some[:4]),
        *(wants.StealCard(card) for card in some[4:7]),
        wants.StealCard(),
        wants.RemoveCards(tuple(some[:2]), stack),
        wants.SwapCard(some[8], mine, stack),
        wants.SearchStack(stack),
        wants.Shed((mine,), (stack,)),
        wants.Shed((some[9],), (stack,)),
        wants.Exchange(mine, stack),
        wants.TakeCards(tuple(some[:3])),
        wants.ChooseStack(stack),
        wants.FetchAction(some[0]),
        wants.Gain(one),
        wants.Take(other),
        TakeBack(1),
        TakeBack(rng.randrange(1, 60)),
        TakeBack(10_000, ask=True),
        AnswerUndo(rng.randrange(60), True),
        TakeSeat(0, "somebody"),
        LeaveSeat(0),
    ]


def exits(facts: Facts) -> Exits:
    """Returns the ways by which data can leave a match, for another data set."""
    projected = replace(
        projection("catan_cards"),
        view=partial(views.view, facts),
        preview=partial(previews.preview, facts),
        line=partial(game_line, PUBLIC, facts),
        points=partial(points, facts),
    )
    return Exits(game=game.game(facts), projection=projected, honest=projected)


KEPT = {effect.value for effect in Effect} | {"aqueduct", "merchant", "brigands"}
"""Titles that are also other words in the data, or names in the rules."""


def label_titles(rng: Random) -> tuple[Exits, frozenset[str]]:
    """Returns the game with a random 128-bit label in place of each title, and all the labels."""
    labels = {name: f"c{rng.randbytes(16).hex()}" for name in TITLES if name not in KEPT}
    with TemporaryDirectory() as directory:
        for file in PRINTED.glob("*.toml"):
            text = re.sub(r'"([a-z_]+)"', lambda word: f'"{labels.get(word[1], word[1])}"', file.read_text("utf-8"))
            text = re.sub(r"^([a-z_]+)(?= = \d)", lambda word: labels.get(word[1], word[1]), text, flags=re.MULTILINE)
            (Path(directory) / file.name).write_text(text, "utf-8")
        facts = load(Path(directory))
    BUILT_IN.update(name for one in facts.house_lists.values() for name in one.cards)
    return exits(facts), frozenset(labels.values())


def tiny() -> tuple[Exits, Raw]:
    """Returns the extended game for seats that do not answer."""
    return exits(FACTS), encode_options(mode="extended")


def play_opening(table: Table, rng: Random) -> None:
    """Plays some of the first commands by default, so that only dice and looks make a difference."""
    for _ in range(rng.choice((0, 1, 2, 2, 3))):
        seat = table.match.waiting[0]
        table.do(table.game.default(table.match.state, seat), seat)


def attack_options(rng: Random) -> Raw:
    """Returns options with built-in lists that contain attacks and protection cards."""
    return encode_options(mode="tournament", decks="house", house=("knights", rng.choice(("knights", "artists"))))


def play_attacks(table: Table) -> None:
    """Plays a match of greedy bots, which play their cards as soon as possible."""
    player, read = bot("catan_cards", "greedy"), projection("catan_cards")
    while table.match.closed is None and table.match.version < LONG_ENOUGH:
        asked = table.match.owed[0]
        seat = asked.prompt.seat
        view = read.view(table.match.state, Seat(seat))
        options = table.game.options(table.match.state, seat)
        table.do(player.answer(view, options, Luck(table.match.id, seat, asked.id)), seat)


LONG_ENOUGH = 500

SUPPLIES = Supplies(
    lengths=(4, 40, 120, 240),
    options=options,
    tables=TABLES,
    variants=VARIANTS,
    conserved=check_conserved,
    settled=check_settled,
    is_chance=lambda event: isinstance(event, DecksBrought | StackShuffled | EventsShuffled | RegionsShuffled),
    hidden_order=order_of_hidden_cards,
    shuffled_anew=check_shuffled,
    resample_hidden=resample_hidden,
    hidden=secrets_from,
    alike=alike,
    probes=probes,
    labelled=label_titles,
    shown=visible_ids,
    tiny=tiny,
    begun=play_opening,
    mutants=MUTANTS,
    scenes=SCENES,
    skilled=Skilled(attack_options, play_attacks),
    undone=without_memory,
    habits=HABITS,
)
