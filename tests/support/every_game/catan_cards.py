"""What the card game supplies: what must stay, what is hidden from whom, and its planted leaks."""

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

from domain.catan_cards import commands as wants
from domain.catan_cards import game
from domain.catan_cards.cards.ids import instances, title
from domain.catan_cards.cards.kinds import KINDS
from domain.catan_cards.events import DecksBrought, EventsShuffled, RegionsShuffled, StackShuffled
from domain.catan_cards.facts.load import PRINTED, Effect, Facts, load
from domain.catan_cards.facts.rulesets import Mode
from domain.catan_cards.principality.totals import hand_limit, points
from domain.catan_cards.public import PUBLIC
from domain.catan_cards.reshuffle import stack_names
from domain.catan_cards.sight import EMPTY_HAND
from domain.catan_cards.state import Phase, SeatState, State
from domain.engine.match.commands import AnswerUndo, LeaveSeat, TakeBack, TakeSeat
from domain.engine.seats import Seat, Viewer
from projections.catan_cards import preview as previews
from projections.catan_cards import view as views
from projections.games import projection
from projections.match.lines import game_line
from service.bots.bot_random import Luck
from service.bots.levels import bot
from tests.support.catan_cards import table as positions
from tests.support.every_game.catan_cards_mutants import MUTANTS, SCENES
from tests.support.every_game.catan_cards_twins import resample_hidden
from tests.support.every_game.catan_cards_twins.shown import HOUSE, shown
from tests.support.every_game.exits import Exits
from tests.support.every_game.playout import Habits, Table
from tests.support.every_game.supplies import Skilled, Supplies

FACTS = load(PRINTED)
TITLES = list(FACTS.cards)
CARDS = [card for name, printed in FACTS.cards.items() for card in instances(name, printed.count)]
REGIONS = list(FACTS.lands)
CENTRE = {"road": 2, "settlement": 4, "city": 0}
"""The cards of the axis that the two crests bring (B2)."""


def written(**options: Any) -> Raw:
    """Rule options as they stand in a log."""
    return Raw(msgspec.json.encode(options))


def options(rng: Random) -> Raw:
    """Each of the three games, the tournament game with decks that are brought or the house's."""
    chosen: dict[str, Any] = {"mode": rng.choice(("base", "extended", "extended", "tournament", "tournament"))}
    if chosen["mode"] == "tournament" and rng.random() < 0.3:
        chosen |= {"decks": "house", "house": rng.sample(list(FACTS.house_lists), 2)}
    if rng.random() < 0.3:
        chosen |= {"scout_exempt": rng.random() < 0.5, "offers_per_turn": rng.choice((0, 1, 20))}
    return written(**chosen)


TABLES = (written(), written(scout_exempt=False), written(mode="tournament"))
HABITS = (Habits(replaces=0.1, undoes=0.02, inspects=0.01), Habits(undoes=0.03, inspects=0.02), Habits())
"""Few undos: matches are long."""
VARIANTS = (
    written(mode="base", scout_exempt=False),
    written(mode="extended", offers_per_turn=0),
    written(mode="extended", scout_exempt=False, offers_per_turn=20),
    written(mode="tournament", decks="house"),
    written(mode="tournament", decks="house", house=("artists", "trade")),
)


# What must stay (E8)


def conserved(event: Any, state: State) -> None:
    """Every card of the boxes lies in exactly one place, and nothing is stored that cannot be."""
    positions.conserved(state)
    if state.outcome is None and state.phase is Phase.SETUP:
        return
    cards = Counter(title(card) for card in positions.everywhere(state))
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


def settled(state: State) -> None:
    """What holds when a command is done: limits of hands, and what the view counts."""
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


def hidden_order(state: State) -> tuple[str, ...]:
    return (*(card for stack in state.stacks for card in stack), *state.events, *state.regions)


def shuffled_anew(then: State, before: State, now: State) -> bool:
    """After going back what somebody's memory names lies where it lay; the rest is in a new order (E11)."""
    assert _bare(now) == _bare(then)
    if not then.regions:
        return False
    assert now.events[len(now.events) - now.told :] == then.events[len(then.events) - then.told :]
    assert sorted(now.events) == sorted(then.events)
    assert sorted(now.regions) == sorted(then.regions)
    for at, _ in enumerate(stack_names(FACTS, then)):
        old, new = then.stacks[at], now.stacks[at]
        assert sorted(new) == sorted(old)
        for seat in now.seats:
            known = seat.sights[at]
            if not known.gone:
                assert all(card in (None, lies) for card, lies in zip(known.slots, new, strict=True))
                assert all(card in (None, lies) for card, lies in zip(known.slots, old, strict=True))
    return (now.stacks, now.events, now.regions) != (then.stacks, then.events, then.regions)


def _bare(state: State) -> Any:
    """Seats without what they have in mind."""
    return [replace(seat, sights=(), hand_sight=EMPTY_HAND) for seat in state.seats]


def without_memory(seen: Any) -> Any:
    """A plain view but for what its seat remembers: an undo takes nothing from it, and may leave it more (E11)."""
    if not isinstance(seen, dict) or "stacks" not in seen.get("seats", {}).get("0", {}) | {"stacks": {}}:
        return seen
    bare = {**seen, "stacks": _sizes(seen.get("stacks", {})), "seats": {}}
    for number, seat in seen["seats"].items():
        kept = {key: value for key, value in seat.items() if key != "known"}
        bare["seats"][number] = {**kept, "stacks": _sizes(seat.get("stacks", {}))}
    return bare


def _sizes(stacks: Mapping[str, Any]) -> Mapping[str, int]:
    return {number: stack["size"] for number, stack in stacks.items()}


# Who may know what


def hidden(state: State, viewer: Viewer) -> Mapping[str, Any]:
    """What a viewer may not know."""
    own = viewer.number if isinstance(viewer, Seat) else None
    others = [number for number in range(len(state.seats)) if number != own]
    return {
        "hands": [state.seats[number].hand for number in others],
        "stacks": state.stacks,
        "events": state.events,
        "regions": state.regions,
        "decks": [state.seats[number].deck for number in others],
        "memories": [_in_mind(state.seats[number]) for number in others],
        "sealed": [sealed and sealed.choice for number, sealed in enumerate(state.sealed) if number != own],
    }


def _in_mind(seat: SeatState) -> tuple[Any, ...]:
    """What a seat remembers; nothing, before there are cards."""
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
"""What others do not see of a command."""


def alike(options: Sequence[Any], command: Any, rng: Random) -> Any:
    """What somebody else does in the twin that looks like a command: with other cards, if none of them is told."""
    if command in options:
        return command
    if isinstance(command, wants.StealCard):
        same = [one for one in options if isinstance(one, wants.StealCard) and bool(one.card) == bool(command.card)]
        return rng.choice(same) if same else command
    told = _told(command)
    same = [option for option in options if type(option) is type(command) and _told(option) == told]
    return rng.choice(same) if same else command


def _told(command: Any) -> Any:
    """A command as others see it."""
    untold = LIKE.get(type(command), ())
    return [
        len(value)
        if isinstance(value := getattr(command, name), tuple) and name in untold
        else None
        if name in untold
        else value
        for name in command.__struct_fields__
    ]


def probes(view: views.CatanCardsView, rng: Random) -> list[Any]:
    """Fifty commands, most of them to be refused: foreign cards, other regions, places and stacks."""
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
    """The ways out of a match by other facts than the printed ones."""
    projected = replace(
        projection("catan_cards"),
        view=partial(views.view, facts),
        preview=partial(previews.preview, facts),
        line=partial(game_line, PUBLIC, facts),
        points=partial(points, facts),
    )
    return Exits(game=game.game(facts), projection=projected, honest=projected)


KEPT = {effect.value for effect in Effect} | {"aqueduct", "merchant", "brigands"}
"""Titles that the data also use as other words, or the rules as names."""


def labelled(rng: Random) -> tuple[Exits, frozenset[str]]:
    """The game with a random label of 128 bits in place of titles, and all the labels."""
    labels = {name: f"c{rng.randbytes(16).hex()}" for name in TITLES if name not in KEPT}
    with TemporaryDirectory() as directory:
        for file in PRINTED.glob("*.toml"):
            text = re.sub(r'"([a-z_]+)"', lambda word: f'"{labels.get(word[1], word[1])}"', file.read_text("utf-8"))
            text = re.sub(r"^([a-z_]+)(?= = \d)", lambda word: labels.get(word[1], word[1]), text, flags=re.MULTILINE)
            (Path(directory) / file.name).write_text(text, "utf-8")
        facts = load(Path(directory))
    HOUSE.update(name for one in facts.house_lists.values() for name in one.cards)
    return exits(facts), frozenset(labels.values())


def tiny() -> tuple[Exits, Raw]:
    """The extended game as seats begin it that do not answer."""
    return exits(FACTS), written(mode="extended")


def begun(table: Table, rng: Random) -> None:
    """Some of the first commands, those of seats that do not answer: only dice and looks make a difference."""
    for _ in range(rng.choice((0, 1, 2, 2, 3))):
        seat = table.match.waiting[0]
        table.do(table.game.default(table.match.state, seat), seat)


def attack_options(rng: Random) -> Raw:
    """Lists of the house that bring attacks and what protects from them."""
    return written(mode="tournament", decks="house", house=("knights", rng.choice(("knights", "artists"))))


def attacks(table: Table) -> None:
    """A match of greedy bots: they play their cards as soon as they may."""
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
    conserved=conserved,
    settled=settled,
    is_chance=lambda event: isinstance(event, DecksBrought | StackShuffled | EventsShuffled | RegionsShuffled),
    hidden_order=hidden_order,
    shuffled_anew=shuffled_anew,
    resample_hidden=resample_hidden,
    hidden=hidden,
    alike=alike,
    probes=probes,
    labelled=labelled,
    shown=shown,
    tiny=tiny,
    begun=begun,
    mutants=MUTANTS,
    scenes=SCENES,
    skilled=Skilled(attack_options, attacks),
    undone=without_memory,
    habits=HABITS,
)
