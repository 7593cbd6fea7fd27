"""A numbering of words, of which every command consists: it depends only on a game, its facts and its rule options.

A word is a kind of command (`build-road`), or a field with a value (`edge:17`). Word 0 ends a command that could go on.
A list gives one word per item, and cards of a kind give one word each. A field with its default value gives none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

import msgspec
from msgspec import inspect
from msgspec.structs import fields

from chronik.domain.catan_cards.cards.ids import instances
from chronik.domain.catan_cards.facts.rulesets import Mode
from chronik.domain.engine.game import Game
from chronik.domain.engine.match.options import options_of
from chronik.domain.engine.samples import tag_of
from chronik.domain.games import facts

END = "end"
OPEN_OFFERS = 4
"""The most offers that are open at once. Their words count them from the oldest one, because their numbers grow."""


class Numbering:
    """The words of a game, and the commands as numbers of words."""

    def __init__(self, game: Game, options: Mapping[str, Any]) -> None:
        kinds: Any = inspect.type_info(game.command_type)
        ids = IDS[game.name](game, options)
        words = [tag_of(kind.cls) for kind in kinds.types]
        for kind in kinds.types:
            for field in kind.fields:
                words += [f"{field.name}:{value}" for value in _values(field.name, field.type, ids)]
        self.words = (END, *dict.fromkeys(words))
        numbers = {word: number for number, word in enumerate(self.words)}
        self._kinds = {
            kind.cls: (
                numbers[tag_of(kind.cls)],
                [(field.name, field.default, _Values(field.name, numbers)) for field in fields(kind.cls)],
            )
            for kind in kinds.types
        }

    def spell(self, commands: Sequence[Any]) -> dict[tuple[int, ...], Any]:
        """Returns these commands by their words. If two commands have the same words, the first one counts."""
        found: dict[tuple[int, ...], Any] = {}
        offers = sorted({offer for command in commands if (offer := getattr(command, "offer", None))})
        for command in commands:
            tag, named = self._kinds[type(command)]
            spelled = [tag]
            for name, default, values in named:
                value = getattr(command, name)
                if value != default:
                    spelled += values.spell(1 + offers.index(value) if name == "offer" else value)
            found.setdefault((*spelled, 0), command)
        return found


class _Values:
    """The numbers of the words of each value of a field."""

    def __init__(self, field: str, numbers: Mapping[str, int]) -> None:
        self._field, self._numbers = field, numbers
        self._known: dict[Any, tuple[int, ...]] = {}

    def spell(self, value: Any) -> tuple[int, ...]:
        """Returns the words of a value. Lists are too many to be kept."""
        if isinstance(value, tuple | dict):
            return self._spell(value)
        if value not in self._known:
            self._known[value] = self._spell(value)
        return self._known[value]

    def _spell(self, value: Any) -> tuple[int, ...]:
        return tuple([self._numbers[f"{self._field}:{item}"] for item in _items(value)])


def _items(value: Any) -> Iterable[Any]:
    """Returns the items of a field's value, each of which gives a word."""
    match value:
        case str() | int():
            return (value,)
        case Enum():
            return (value.value,)
        case tuple():
            return [item for one in value for item in _items(one)]
        case _:
            counts: Mapping[str, int] = msgspec.to_builtins(value)
            return [item for item, count in counts.items() for _ in range(count)]


def _values(name: str, type_: Any, ids: Mapping[str, Sequence[str]]) -> Sequence[Any]:
    """Returns the values of a field's items; `ids` are those of fields with texts, and under "" those of the others."""
    match type_:
        case inspect.StructType():
            return [field.name for field in type_.fields]
        case inspect.EnumType():
            return [member.value for member in type_.cls]
        case inspect.BoolType():
            return [False, True]
        case inspect.IntType() if name == "offer":
            return range(1, OPEN_OFFERS + 1)
        case inspect.IntType(ge=int(least), le=int(most)):
            return range(least, most + 1)
        case inspect.StrType():
            return ids.get(name, ids[""])
        case _:
            return [value for item in _item_types(type_) for value in _values(name, item, ids)]


def _item_types(type_: Any) -> Sequence[Any]:
    """Returns the types of the items of a list, of the keys of a mapping, or of the alternatives of a union."""
    match type_:
        case inspect.Metadata():
            return (type_.type,)
        case inspect.UnionType():
            return type_.types
        case inspect.VarTupleType():
            return (type_.item_type,)
        case inspect.TupleType():
            return type_.item_types
        case inspect.DictType():
            return (type_.key_type,)
        case _:
            return ()


def _ids_of_katharina(game: Game, options: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    printed = facts(game.name)
    return {"": tuple(printed.cards), "city": tuple(printed.cities)}


def _ids_of_cities_knights(game: Game, options: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    return {"": tuple(facts(game.name).cards)}


REGION_FIELDS = ("above", "below", "feeling", "give", "into", "pay", "region", "regions", "source")


def _ids_of_catan_cards(game: Game, options: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    printed = facts(game.name)
    ruleset: Any = msgspec.json.decode(options_of(game, options), type=game.options_type)
    owners: tuple[int | None, ...] = (0, 1) if ruleset.mode is Mode.TOURNAMENT else (None,)
    cards = [
        id for title, card in printed.cards.items() for owner in owners for id in instances(title, card.count, owner)
    ]
    return {
        "": cards,
        "cards": (*cards, *printed.cards),
        "events": tuple(printed.events),
        **dict.fromkeys(REGION_FIELDS, tuple(printed.lands)),
    }


IDS: Mapping[str, Any] = {
    "katharina": _ids_of_katharina,
    "cities_knights": _ids_of_cities_knights,
    "catan_cards": _ids_of_catan_cards,
}
"""The ids that the text fields of each game's commands may contain, by field."""
