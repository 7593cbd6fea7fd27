"""A test app that also plays the tiny list game, and tournaments of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from msgspec import UNSET, Struct, UnsetType

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.events import Opened
from chronik.domain.engine.match.log import codec
from chronik.domain.engine.names import Names
from chronik.domain.engine.seats import Referee, Seat, Viewer
from chronik.projections.match.lines import Line
from chronik.projections.match.projection import Projection
from chronik.service.identity.auth import Scope
from chronik.service.matches.catalogue import Catalogue, Rules
from chronik.service.running.settings import Settings
from tests.support.engine.lists import LISTS, Event, Played, Prompt, State
from tests.support.service.apps import until
from tests.support.service.tables import House, Person, good, kept_open


class ListsView(Struct, frozen=True, omit_defaults=True):
    """The numbers that were played, and the viewer's list; for a referee, all lists."""

    played: tuple[tuple[int, ...], ...]
    own: tuple[int, ...] | UnsetType = UNSET
    lists: tuple[tuple[int, ...], ...] | UnsetType = UNSET


class ListsPreview(Struct, frozen=True):
    """An empty preview: the outcome is never certain."""


class ListsComponents(Struct, frozen=True):
    """Only names: the game has no printed components."""

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
        picture=lambda view: "",
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
    """A catalogue of all games and the list game."""

    def __init__(self, data_sets: Mapping[str, Path]) -> None:
        super().__init__(data_sets)
        self._added: list[Rules] = [RULES]

    def add(self, rules: Rules) -> None:
        """Makes these rules current for new matches, and keeps older ones loaded."""
        self._added.insert(0, rules)

    def names(self) -> tuple[str, ...]:
        return (*super().names(), LISTS.name)

    def current(self, name: str) -> Rules | None:
        return self._added[0] if name == LISTS.name else super().current(name)

    def edition(self, name: str, version: int, facts: str) -> Rules | None:
        for one in self._added:
            if (one.game.name, one.game.version, one.game.facts) == (name, version, facts):
                return one
        return super().edition(name, version, facts)

    def game_of(self, opened: Opened) -> Game | None:
        rules = self.rules_of(opened)
        return None if rules is None else rules.game


@asynccontextmanager
async def open_lists_app(settings: Settings) -> AsyncIterator[House]:
    """Opens a test app that also plays the list game."""
    with patch("chronik.service.app.Catalogue", WithLists):
        async with kept_open(settings) as house:
            yield house


class Cup:
    """A tournament of the list game: one round at tables of two; entrants are numbered in the order of their lists."""

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
        """Creates a tournament whose first round has started; the seating is the same whatever the idempotency keys."""
        plan = {
            "title": "Cup of lists",
            "game": "lists",
            "stages": [{"method": "swiss", "table": 2, "rounds": 2}],
            "scoring": "match-points",
            "decks": "after",
            **more,
        }
        with patch("chronik.service.tournaments.decisions.secrets.token_bytes", lambda size: b"t" * size):
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
        """Returns the match at a table of the first round, and the players at it by seat."""
        found = (await self.card())["rounds"][0]["tables"][table - 1]
        return found["match"], [self.people[number - 1] for number in found["entrants"]]

    async def play(self, table: int = 1) -> str:
        """Plays the match at a table to its end, each player with the lowest numbers, until its result is recorded."""
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

    async def is_published(self) -> bool:
        """Returns whether the secret is published, which happens once the result of every match is recorded."""
        return good(await self.organiser.get(self.at)).get("secret") is not None


async def cast(house: House) -> tuple[Person, list[Person]]:
    """Registers an organiser and four players."""
    return (
        await house.person("Olga", Scope.PLAY, Scope.ORGANISE),
        [await house.person(name) for name in ("Ann", "Ben", "Cleo", "Dora")],
    )
