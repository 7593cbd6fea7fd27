"""A whole application that plays the tiny game of lists besides the others, and tournaments of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from msgspec import UNSET, Struct, UnsetType

from domain.engine.match.log import codec
from domain.engine.names import Names
from domain.engine.seats import Referee, Seat, Viewer
from projections.match.lines import Line
from projections.match.projection import Projection
from service.matches.catalogue import Catalogue, Rules
from service.people.auth import Scope
from service.settings import Settings
from tests.support.engine.lists import LISTS, Event, Played, Prompt, State
from tests.support.service.apps import until
from tests.support.service.tables import House, Person, good, kept_open


class ListsView(Struct, frozen=True, omit_defaults=True):
    """What was played; the own list, and for a referee all of them."""

    played: tuple[tuple[int, ...], ...]
    own: tuple[int, ...] | UnsetType = UNSET
    lists: tuple[tuple[int, ...], ...] | UnsetType = UNSET


class ListsPreview(Struct, frozen=True):
    """Nothing is certain."""


class ListsComponents(Struct, frozen=True):
    """Nothing is printed."""

    names: Names


def view(state: State, viewer: Viewer) -> ListsView:
    own = state.lists[viewer.number] if isinstance(viewer, Seat) else UNSET
    return ListsView(state.played, own, state.lists if isinstance(viewer, Referee) else UNSET)


def line(event: Event) -> Line:
    tag = str(event.__struct_config__.tag)
    return Line(tag, getattr(event, "seat", None), {"number": event.number} if isinstance(event, Played) else {})


RULES = Rules(
    LISTS,
    Projection(
        view_type=ListsView,
        view=view,
        prompt_type=Prompt,
        preview_type=ListsPreview,
        preview=lambda view, command: ListsPreview(),
        line=line,
        points=lambda state: tuple(map(sum, state.played)),
        components=ListsComponents({}),
    ),
    codec(LISTS),
)


class WithLists(Catalogue):
    """All games, and the one of lists."""

    def __init__(self, data_sets: Mapping[str, Path]) -> None:
        super().__init__(data_sets)
        self.add(RULES)

    def add(self, rules: Rules) -> None:
        """Plays new matches by these rules, and loads them beside older ones."""
        game = rules.game
        self._pinned[game.name, game.version, game.facts] = self._current[game.name] = rules


@asynccontextmanager
async def house_of_lists(settings: Settings) -> AsyncIterator[House]:
    """A house in which lists are played too."""
    with patch("service.app.Catalogue", WithLists):
        async with kept_open(settings) as house:
            yield house


class Cup:
    """A tournament of lists: one round for two of everybody who seals a list, who are numbered in this order."""

    def __init__(self, house: House, organiser: Person, people: Sequence[Person], id: str) -> None:
        self.house = house
        self.organiser = organiser
        self.people = people
        self.id = id

    @property
    def at(self) -> str:
        return f"/tournaments/{self.id}"

    @classmethod
    async def of(
        cls,
        house: House,
        organiser: Person,
        people: Sequence[Person],
        lists: Sequence[str],
        key: str,
        **more: Any,
    ) -> Cup:
        """One whose first round has started; who sits where is the same in all of them, whatever their keys."""
        plan = {
            "title": "Cup of lists",
            "game": "lists",
            "stages": [{"method": "swiss", "table": 2, "rounds": 2}],
            "scoring": "match-points",
            "decks": "after",
            **more,
        }
        with patch("service.tournaments.store.secrets.token_bytes", lambda size: b"t" * size):
            created = good(await organiser.post("/tournaments", plan, key=key))
        cup = cls(house, organiser, people, created["id"])
        good(await organiser.post(f"{cup.at}/registration", {"open": True}))
        for number, (person, text) in enumerate(zip(people, lists, strict=True), 1):
            good(await person.post(f"{cup.at}/entrants", {"t": "me"}))
            good(await person.ask("PUT", f"{cup.at}/entrants/{number}/deck", {"deck": text}))
        await cup.start(1)
        return cup

    async def start(self, number: int) -> None:
        good(await self.organiser.post(f"{self.at}/rounds", {"round": number}))
        good(await self.organiser.post(f"{self.at}/rounds/{number}/start", {}))

    async def card(self) -> Any:
        return good(await self.organiser.get(self.at))

    async def match(self, table: int = 1) -> tuple[str, list[Person]]:
        """The match at a table of the first round, and who sits at it by seat."""
        found = (await self.card())["rounds"][0]["tables"][table - 1]
        return found["match"], [self.people[number - 1] for number in found["entrants"]]

    async def play(self, table: int = 1) -> str:
        """Plays the match at a table to its end, everybody their lowest numbers, until its result has come."""
        match, seated = await self.match(table)
        for _ in range(2):
            for person in seated:
                asked = good(await person.get(f"/lists/matches/{match}/options"))
                good(await person.post(f"/lists/matches/{match}/commands", {"command": asked["options"][0]}))

        async def booked() -> bool:
            return "result" in (await self.card())["rounds"][0]["tables"][table - 1]

        await until(booked)
        return match

    async def end(self, ending: str = "cancelled") -> None:
        good(await self.organiser.post(f"{self.at}/ending", {"ending": ending}))


async def cast(house: House) -> tuple[Person, list[Person]]:
    """An organiser, and four who take part."""
    return (
        await house.person("Olga", Scope.PLAY, Scope.ORGANISE),
        [await house.person(name) for name in ("Ann", "Ben", "Cleo", "Dora")],
    )
