"""Conditions that every data set of the Catan card game must meet (section 10, and what the rules assume)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import asdict

from chronik.domain.catan_cards.cards.kinds import KINDS, NOTHING, Kind
from chronik.domain.catan_cards.facts.printed import (
    DISPLAY,
    EXTERNAL_TRIGGERS,
    PUBLIC_FEELING,
    Card,
    CardKind,
    CardSet,
    Effect,
    Face,
    Facts,
    HouseList,
    Numbers,
    Option,
    OptionValue,
    Region,
    Subtype,
    UnitKind,
)
from chronik.domain.catan_cards.facts.rulesets import Mode
from chronik.domain.engine.facts import require

NUMBERS: Mapping[Effect, frozenset[str]] = {
    Effect.HAND_LIMIT_PLUS: frozenset({"amount"}),
    Effect.STRENGTH_PER_KNIGHT: frozenset({"amount"}),
    Effect.TRADE_RATE: frozenset({"rate"}),
    Effect.PLAGUE_IMMUNITY: frozenset({"scope"}),
    Effect.CIVIL_WAR_SHIELD: frozenset({"scope"}),
    Effect.COMMERCE_PER_FLEET: frozenset({"amount"}),
    Effect.SEARCH_DISCOUNT: frozenset({"search_cost"}),
    Effect.ATTACK_ROLL_BUILDING: frozenset({"win_max", "countered_win_max", "counter"}),
    Effect.ATTACK_ROLL_KNIGHT: frozenset({"win_max", "countered_win_max", "counter"}),
    Effect.ATTACK_ROLL_RESOURCES: frozenset({"win_max", "countered_win_max", "counter", "amount"}),
    Effect.COUNTER: frozenset({"against"}),
    Effect.SWAP_UP_TO_TWO_WITH_BANK: frozenset({"most"}),
    Effect.TAKE_TWO_GIVE_ONE: frozenset({"take", "give"}),
    Effect.PAY_GOLD_GAIN_STARS: frozenset({"gold", "stars_up_to"}),
    Effect.COURAGE: frozenset({"stars"}),
    Effect.ARTWORK: frozenset({"target"}),
    Effect.JOUST: frozenset({"from_loser", "from_bank"}),
    Effect.BUILD_CITY_AT: frozenset({"price"}),
    Effect.PAY_STAR_SWAP_RESOURCE: frozenset({"once_per_own_turn"}),
    Effect.VILLAGE_SCHOOL: frozenset({"stars_on_build_up_to", "stars_on_trade_advantage"}),
    Effect.COMPENSATION_ON_THEFT: frozenset({"triggers"}),
    Effect.PATRONS_HOUSE: frozenset({"aqueduct_discount", "artwork_retrieval_gold"}),
    Effect.HOSPITAL: frozenset({"star", "resource"}),
    Effect.STATUE_STEAL_UNIT: frozenset({"named", "taken"}),
    Effect.PAY_STAR_IGNORE_BRIGAND_ATTACK: frozenset({"stars"}),
    Effect.MOVE_AND_CONVERT_RESOURCE_TO_STAR: frozenset({"resource", "star"}),
    Effect.PUBLIC_FEELING: frozenset({"start_stars", "max_stars", "protect", "build", "fetch"}),
}
"""The numbers and names that an effect must state; effects that are not listed do not state any."""

BASE_KINDS = {CardKind.REGION_EXPANSION: 26, CardKind.CITY_EXPANSION: 16, CardKind.ACTION: 20}
KW_KINDS = {
    CardKind.ACTION: 12,
    CardKind.REGION_EXPANSION: 4,
    CardKind.CITY_EXPANSION: 5,
    CardKind.ROAD_COMPLEMENT: 3,
    CardKind.PUBLIC_FEELING: 2,
}
SAYS_NOTHING: frozenset[str] = frozenset()
UNSAID = asdict(Numbers())
SUCCESS = "_success"
"""The suffix of a trigger that needs a successful attack (K22)."""


def check_totals(base: Mapping[str, Any], events: Mapping[str, Any], kw: Mapping[str, Any]) -> None:
    """Checks that the totals in the files are the sums of their rows (B1, X2, T4)."""
    centre = {row["id"]: row["count"] for row in base["centre_card"]}
    totals = base["totals"]
    parts = (centre["road"], centre["settlement"], centre["city"], totals["regions_in_stack"], totals["event_cards"])
    require(
        (totals["start_principality_cards"], *parts) == (18, 7, 5, 7, 11, 10)
        and (totals["roads"], totals["settlements"], totals["cities"]) == parts[:3],
        "There must be 18 crest cards, 7 roads, 5 settlements, 7 cities, 11 regions and 10 events.",
    )
    cards = sum(row["count"] for row in base["card"])
    require(cards == totals["development_cards"] == 62, "There must be 62 development cards in the base game.")
    require(
        totals["start_principality_cards"] + sum(parts) + cards == totals["base_total"] == 120,
        "There must be 120 base cards.",
    )
    by_set = Counter(dict.fromkeys(("base", "kw"), 0))
    for row in events["event_card"]:
        by_set[row["set"]] += row["count"]
    stated = events["totals"]
    require(
        (by_set["base"], by_set["kw"]) == (10, 4) == (stated["base_events"], stated["kw_events"]),
        "There must be 10 events in the base game and 4 in the theme set.",
    )
    theme = sum(row["count"] for row in kw["card"]) + by_set["kw"]
    require(theme == kw["totals"]["set_total"] == 30, "There must be 30 cards in the theme set.")


def check_regions(regions: Mapping[str, Any], rulesets: Mapping[str, Any]) -> None:
    """Checks that each resource has a region type, and that each region has the type of its resource (B5, B14)."""
    types = {row["id"]: row["resource"] for row in regions["region_type"]}
    require(
        sorted(types.values()) == sorted(kind.value for kind in KINDS), "Each resource needs a region type of its own."
    )
    for row in regions["region"]:
        require(
            types.get(row["type"]) == row["resource"], f"The region {row['id']} must produce the resource of its type."
        )
        require(
            row["count"] == 1 and row["start_stored"] == 0,
            f"The region {row['id']} must have count 1 and store nothing at the start.",
        )
    most = {row["max_stored"] for row in regions["region_type"]}
    require(most == {rulesets["constants"]["max_stored"]}, "regions.toml and rulesets.toml must agree on max_stored.")


def check_crests(start: Mapping[str, Any]) -> None:
    """Checks that each start principality has a road, two settlements and six equally filled regions (B2, B4)."""
    for row in start["principality"]:
        require(
            (row["roads"], row["settlements"], row["regions"]) == (1, 2, 6),
            "A crest must have nine cards: a road, two settlements and six regions (B2).",
        )
    stored = {region["start_stored"] for row in start["principality"] for region in row["region"]}
    require(len(stored) == 1, "All starting regions must store the same number of resources.")


def check(facts: Facts) -> None:
    """Checks the conditions of section 10; raises `BadFacts`."""
    _check_places(facts)
    _check_dice(facts)
    _check_kinds(facts)
    for card in facts.cards.values():
        _check_card(facts, card)
    _check_constants(facts)
    _check_stacks(facts)
    _check_order(facts)
    for one in facts.house_lists.values():
        _check_house_list(facts, one)
    for option in facts.options.values():
        require(_has_valid_default(option), f"The default of {option.id} must be one of its values.")
    _check_names(facts)


def _check_places(facts: Facts) -> None:
    require(len(facts.crests) == 2, "There must be two crests.")
    for crest in facts.crests:
        require(
            {region.kind for region in crest} == set(KINDS) and {region.number for region in crest} == set(range(1, 7)),
            "Each crest needs every resource and every number from 1 to 6 once.",
        )
    require(
        len(facts.positions) == len(set(facts.positions)) == len(KINDS),
        "position_order must name the six places of a crest, each once.",
    )
    stack = Counter(region.kind for region in facts.regions)
    require(
        stack == {kind: 1 if kind is Kind.GOLD else 2 for kind in KINDS},
        "The region stack needs one gold region, and two regions of every other resource.",
    )
    regions: list[Region] = [*facts.regions, *(region for crest in facts.crests for region in crest)]
    require(len({region.id for region in regions}) == 23, "There must be 23 regions.")
    numbers = {(region.kind, region.number) for region in regions}
    require(len(numbers) == len(regions), "No two regions of a resource may have the same number.")
    require(
        0 < facts.start_stored <= facts.constants.max_stored,
        "A starting region must store at least 1 resource, and at most max_stored.",
    )
    sites = (facts.road.sites, facts.settlement.sites, facts.city.sites)
    require(sites == (0, 2, 4), "A road must have no building sites, a settlement two and a city four.")


def _check_dice(facts: Facts) -> None:
    require(
        Counter(facts.die) == {face: 2 if face is Face.EVENT_CARD else 1 for face in Face},
        "The event die needs each of its four symbols once and the event card twice.",
    )


def _check_kinds(facts: Facts) -> None:
    for set_, kinds in ((CardSet.BASE, BASE_KINDS), (CardSet.KW, KW_KINDS)):
        counts: Counter[CardKind] = Counter()
        for card in facts.cards.values():
            if card.set is set_:
                counts[card.kind] += card.count
        require(counts == kinds, f"The set {set_.value} must have these numbers of each kind: {_spell_kinds(kinds)}.")
    base = [card for card in facts.cards.values() if card.set is CardSet.BASE]
    region = [card for card in base if card.kind is CardKind.REGION_EXPANSION]
    require(
        (
            sum(card.count for card in region if card.is_building),
            sum(card.count for card in region if card.unit_kind is UnitKind.FLEET),
            sum(card.count for card in region if card.unit_kind is UnitKind.KNIGHT),
        )
        == (11, 6, 9),
        "The region expansions of the base game must be 11 buildings, 6 fleets and 9 knights.",
    )


def _spell_kinds(kinds: Mapping[CardKind, int]) -> str:
    return ", ".join(f"{count} {kind.value}" for kind, count in kinds.items())


def _check_card(facts: Facts, card: Card) -> None:
    action = card.kind is CardKind.ACTION
    require(not action or (card.price, card.stars) == (NOTHING, 0), f"The action {card.id} must cost nothing.")
    require(
        action == (card.subtype in (Subtype.ATTACK, Subtype.NEUTRAL, Subtype.PROTECTION)),
        f"The card {card.id} must be an attack, neutral or protection card if, and only if, it is an action.",
    )
    require(
        (card.is_building, card.is_unit) == (card.subtype is Subtype.BUILDING, card.subtype is Subtype.UNIT)
        and card.is_unit == (card.unit_kind is not UnitKind.NONE),
        f"The card {card.id} must be a building or a unit according to its subtype.",
    )
    require(
        card.unique_name == (card.unit_kind is UnitKind.KNIGHT),
        f"unique_name must be true for knights and false for all other cards (T10): {card.id}.",
    )
    said = frozenset(name for name, said in asdict(card.numbers).items() if said != UNSAID[name])
    wanted = NUMBERS.get(card.effect, SAYS_NOTHING) if card.effect else SAYS_NOTHING
    require(
        said == wanted, f"The effect of {card.id} must state these numbers only: {', '.join(sorted(wanted)) or 'none'}."
    )
    of = card.effect in (Effect.TRADE_RATE, Effect.DOUBLE_PRODUCTION)
    require(
        of == (card.kind_of is not None),
        f"The card {card.id} must name a resource if, and only if, its effect needs one.",
    )
    numbers = card.numbers
    won = {trigger.removesuffix(SUCCESS) for trigger in numbers.triggers if trigger not in EXTERNAL_TRIGGERS}
    _must_exist(facts, card, (*card.requires, *numbers.against, *sorted(won)))
    _must_exist(facts, card, [name for name in (numbers.target, numbers.counter) if name])
    for attack in numbers.against:
        answer = facts.cards[attack].numbers.counter
        require(answer == card.id, f"The attack {attack} must name {card.id} as its counter.")


def _must_exist(facts: Facts, card: Card, titles: Iterable[str]) -> None:
    for title in titles:
        require(title in facts.cards, f"The card {card.id} names the unknown card {title}.")


def _check_constants(facts: Facts) -> None:
    constants, events = facts.constants, facts.events.values()
    by_set = {set_: sum(event.count for event in events if event.set is set_) for set_ in CardSet}
    hosted = sum(event.count for event in events if event.host_only)
    mandatory = sum(event.mandatory for event in events)
    decks = {
        Mode.BASE: by_set[CardSet.BASE],
        Mode.EXTENDED: sum(by_set.values()),
        Mode.TOURNAMENT: hosted + len(facts.crests) * (mandatory + constants.deck.events),
    }
    require(constants.event_deck == decks, "The constants must state the size of each event deck.")
    require(set(constants.victory) == set(Mode), "The constants must state the points to win for each mode.")
    unrest = facts.events.get("unrest")
    require(unrest is not None and unrest.most == constants.tax_most, "Unrest and the constants must agree on the tax.")
    require(
        all(event.mandatory <= event.count for event in events),
        "No player can be required to put in more events than exist.",
    )
    pool = sum(card.count for card in facts.cards.values())
    require((pool, constants.deck.cards) == (88, 33), "A deck must have 33 of 88 cards.")


def _check_stacks(facts: Facts) -> None:
    stacks, deck = facts.constants.stacks, facts.constants.deck
    aside = {*DISPLAY, PUBLIC_FEELING}
    shuffled = {
        set_: sum(card.count for card in facts.cards.values() if card.set is set_ and card.id not in aside)
        for set_ in CardSet
    }
    base = sum(card.count for card in facts.cards.values() if card.set is CardSet.BASE)
    require(sum(facts.cards[id].count for id in DISPLAY if id in facts.cards) == 4, "The display needs four cards.")
    require(PUBLIC_FEELING in facts.cards, "The card public_feeling is missing.")
    require((len(stacks.base), sum(stacks.base)) == (5, base), "The five stacks of the base game must hold its cards.")
    require(
        max(stacks.base) - min(stacks.base) <= 1 == max(stacks.tournament) - min(stacks.tournament),
        "Stacks must be nearly equal in size.",
    )
    require(
        (len(stacks.extended_base), sum(stacks.extended_base)) == (4, shuffled[CardSet.BASE])
        and len({*stacks.extended_base}) == 1,
        "Four equal stacks must hold the base cards of the extended game.",
    )
    require(
        (len(stacks.extended_kw), sum(stacks.extended_kw)) == (2, shuffled[CardSet.KW])
        and len({*stacks.extended_kw}) == 1,
        "Two equal stacks must hold the cards of the theme set.",
    )
    require(
        (len(stacks.tournament), sum(stacks.tournament)) == (4, deck.cards - facts.constants.starting_hand),
        "The four stacks of a player must hold the deck without the starting hand.",
    )


def _check_order(facts: Facts) -> None:
    free = [event.id for event in facts.events.values() if event.free]
    require(sorted(facts.order.cards) == sorted(facts.cards), "The order must name every title once.")
    require(sorted(facts.order.events) == sorted(free), "The order must name every free event once.")


def _check_house_list(facts: Facts, one: HouseList) -> None:
    pool = {id: card.count for id, card in facts.cards.items()}
    free = {id: event.free for id, event in facts.events.items()}
    for what, counts, most, size in (
        ("cards", one.cards, pool, facts.constants.deck.cards),
        ("events", one.events, free, facts.constants.deck.events),
    ):
        over = [id for id, count in counts.items() if count > most.get(id, 0)]
        require(not over, f"The list {one.id} has more {what} than exist: {', '.join(over)}.")
        require(sum(counts.values()) == size, f"The list {one.id} must have {size} {what}.")


def _has_valid_default(option: Option) -> bool:
    """Returns whether the default, or each of its two parts, is one of the values; `True` does not count as 1."""
    defaults: tuple[OptionValue, ...] = option.default if isinstance(option.default, tuple) else (option.default,)
    return all(any(type(one) is type(value) and one == value for value in option.values) for one in defaults)


def _check_names(facts: Facts) -> None:
    ids = [named.id for named in facts.names]
    titles: set[str] = {*facts.cards, *facts.events, *(face.value for face in Face), *facts.terrains.values()}
    require(
        len(ids) == len(set(ids)) and titles <= set(ids), "Every card, event, face and region type must have one name."
    )
    called: dict[str, str] = {}
    for named in facts.names:
        for name in (named.de, named.en, named.nl):
            other = called.setdefault(name.casefold(), named.id)
            require(other == named.id, f"The name {name} is used for both {other} and {named.id}.")
