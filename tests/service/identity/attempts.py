"""Attempts at every operation of the document: the caller, the target, the body, and the visible effect."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl

import httpx
from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.games import CURRENT
from chronik.service.identity.auth import Scope
from chronik.service.identity.register import Issued, People
from tests.service.identity.access_table import ROLES, Operation
from tests.support.service.deck_lists import PLAN_WITH_LISTS, deck
from tests.support.service.in_process import hanging_up
from tests.support.service.tables import GAME, House, Person, good

STAFF = ("referee", "organiser")
SHUT_OUT = ("401", "403", "404")
QUERIES = {"take_in_tournament": {"game": GAME}, "fork_moment": {"at": "20"}}
PLAN = {"game": GAME, "stages": [{"method": "swiss", "table": 2, "rounds": 1}], "scoring": "match-points"}
BODIES: dict[str, Any] = {
    "take_seat": {},
    "undo": {"to": 1},
    "fork_match": {"at": 20, "seats": [{"t": "open"}, {"t": "open"}]},
    "open_registration": {"open": False},
    "pause_match": {"paused": True},
    "pause_table": {"paused": True},
    "extend_time": {"seconds": 60},
    "extend_table": {"seconds": 60},
    "rule_result": {"points": [2, 1], "places": [1, 2]},
    "enter_list": {"entrants": [{"t": "guest", "name": "Dora"}]},
    "end_tournament": {"ending": "cancelled"},
}
"""Bodies that replace a missing or unsuitable example of the document."""
NAMES = {"problem": "malformed", "stored_schema": "receipt"}
"""Path parameters by name."""
DRAWN = (("rounds", {"round": 1, "fixed": [[1, 2]]}),)
STARTED = (*DRAWN, ("rounds/1/start", None))


class Target(Struct, frozen=True):
    """The target of an attempt: its path parameters, its body, and the address that shows the effect to everyone.

    A target that is `spent` by a successful attempt is made again for the next. Some targets have their own people, who
    replace those of the roles.
    """

    path: Mapping[str, str] = {}
    body: Any = None
    record: str = ""
    spent: bool = False
    instead: Mapping[str, Person] = {}


class Answer(Struct, frozen=True):
    """The answer to an attempt: status and code of a problem; whether the log has grown, if that was checked."""

    row: str
    role: str
    status: str
    code: str
    seen: bool | None


class Attempts:
    """The people of all roles, and the targets of their attempts."""

    def __init__(self, house: House, people: dict[str, Person], narrow: dict[str, Person]) -> None:
        self.house = house
        self.people = people
        self.narrow = narrow
        self.common: dict[str, str] = {}
        self.targets: dict[str, Target] = {}

    @classmethod
    async def at(cls, house: House) -> Attempts:
        """Returns all people, with shared read-only targets: a running match of each game, a tournament with a started
        round.
        """
        every = (Scope.PLAY, Scope.ORGANISE)
        people = {role: await house.person(role.title(), *every) for role in ("guest", "own", "other", "organiser")}
        people["referee"] = await house.person("Rita", *every, Scope.REFEREE)
        narrow = {role: await _with_narrow_token(house, people[role]) for role in ("own", "other", *STAFF)}
        playing = await _issue_token(house, people["organiser"], Scope.PLAY)
        people["playing organiser"] = Person(house.client, people["organiser"].player, playing.token)
        people |= {"nobody": house.nobody(), "revoked": await _with_revoked_token(house, people["own"])}
        attempts = cls(house, people, narrow)
        page = (await house.client.get("/")).text
        file = re.search(r"/viewer/([0-9a-f]+)/([^\"]+)", page)
        assert file is not None
        attempts.common = {
            **dict.fromkeys(("entrant", "round", "table", "one"), "1"),
            "seat": "0",
            "undo": "3",
            "offer": "3",
            "version": "9",
            "player": people["own"].player,
            "game": GAME,
            "section": "rules",
            "page": "katharina",
            "digest": file[1],
            "path": file[2],
            "announced": await attempts.event(),
            "tournament": await attempts.event(*STARTED),
            **{game: await attempts.match(game, 2) for game in CURRENT},
        }
        return attempts

    async def ask(self, operation: Operation, row: str, statuses: Sequence[str]) -> list[Answer]:
        """Returns the answers of an operation to all roles, in the order of the roles."""
        by_role: dict[str, str] = dict(zip(ROLES, statuses, strict=True))
        first = next((role for role in ("own", "other", *STAFF) if by_role[role] not in SHUT_OUT), "own")
        return [
            await self._attempt(operation, row, role, first, watched=is_staff_only(by_role, role)) for role in ROLES
        ]

    async def _attempt(self, operation: Operation, row: str, role: str, first: str, *, watched: bool) -> Answer:
        target = self.targets.get(row)
        if target is None:
            target = self.targets[row] = await self._target(operation, row)
        who = self.narrow[first] if role == "narrow" else self.people[role]
        who = target.instead.get(role, who)
        before = await self._public_state(target) if watched else ""
        answer = await self._send(operation, row, target, who)
        seen = await self._public_state(target) != before if watched else None
        if target.spent and answer.is_success:
            del self.targets[row]
        code = answer.json().get("code", "") if answer.status_code >= 400 else ""
        return Answer(row, role, str(answer.status_code), code, seen)

    async def _send(self, operation: Operation, row: str, target: Target, who: Person) -> httpx.Response:
        path = operation.path.format(**{**self.common, **target.path})
        query = QUERIES.get(operation.id, {}) | dict(parse_qsl(row.partition("?")[2]))
        body = BODIES.get(operation.id, operation.body) if target.body is None else target.body
        headers = {"accept-encoding": "identity"} | ({"authorization": f"Bearer {who.token}"} if who.token else {})
        client = self.house.client
        request = client.build_request(operation.method, path, params=query, json=body, headers=headers)
        if not operation.is_stream:
            return await client.send(request)
        async with httpx.AsyncClient(transport=hanging_up(self.house.app)) as hasty:
            return await hasty.send(request)

    async def _public_state(self, target: Target) -> str:
        """Returns what everyone can read of a target's match or tournament."""
        return (await self.house.nobody().get(target.record)).text

    async def _target(self, operation: Operation, row: str) -> Target:  # noqa: C901  one case per kind of target
        """Returns the target of an operation; a new one if other attempts would change its answer."""
        own, name, reads = self.people["own"], operation.id, operation.method == "GET"
        match name:
            case "take_seat" | "leave_seat":
                return at_match(await self.match(GAME, 3), spent=True)
            case "resign" | "offer_seat" | "pause_match" | "extend_time" | "rule_result":
                return at_match(await self.match(GAME, 2), spent=True)
            case "challenge":
                return Target(body=offer(await self._bystander()))
            case "seek_by_id" | "withdraw_seek":
                seek = good(await own.post("/seeks", {"game": "cities_knights", "seats": 3}))["id"]
                return Target({"seek": seek}, spent=not reads)
            case "erase_me":
                eve = await self.house.person("Eve")
                instead = {"own": eve, "narrow": await _with_narrow_token(self.house, eve)}
                return Target(body={"confirm": eve.player}, spent=True, instead=instead)
            case "revoke_token":
                return Target({"token": (await _issue_token(self.house, own, Scope.PLAY)).id}, spent=True)
            case "docs_page":
                return Target({"page": "contents"})
            case "keep_deck":
                return Target({"name": "Kept"})
            case "own_deck" | "forget_deck":
                kept = await own.ask("PUT", f"/me/decks/{name}", {"game": "catan_cards", "deck": "2 Abbey"})
                assert kept.is_success
                return Target({"name": name}, spent=not reads)
            case "deck" | "seal_deck":
                return await self._with_lists(ended=reads)
            case "pause_table" | "extend_table":
                return await self._at_table()
            case "appoint":
                body = {"player": await self._bystander(), "role": "referee"}
                return at_tournament(self.common["announced"], body)
            case "rename_guest":
                event = self.common["announced"]
                return replace(at_tournament(event), path={"tournament": event, "entrant": "3"})
            case _ if "{challenge}" in operation.path:
                made = good(await own.post("/challenges", offer(self.people["other"].player)))
                return Target({"challenge": made["id"]}, spent=not reads)
            case "enter" | "end_tournament" | "pair_round":
                return at_tournament(await self.event())
            case "add_entropy":
                event = await self.event(elsewhere=False)
                return replace(at_tournament(event), spent=True)
            case "confirm_result":
                event = await self.event(*STARTED)
                good(await own.post(f"/tournaments/{event}/rounds/1/tables/1/result", {"points": [12, 9]}))
                return at_tournament(event)
            case "strike_games":
                gone = ("entrants/1/presence", {"presence": "withdrawn"})
                begun = (("rounds", {"round": 1}), ("rounds/1/start", None))
                event = await self.event(*begun, gone, stages=[{"method": "round-robin", "table": 2}])
                return replace(at_tournament(event, {}), path={"tournament": event, "entrant": "1"}, spent=True)
            case "set_presence" | "set_club" | "start_round":
                event = await self.event(*DRAWN if name == "start_round" else ())
                return replace(at_tournament(event), spent=True)
            case _ if "{tournament}" in operation.path and not reads:
                return at_tournament(self.common["tournament" if "{round}" in operation.path else "announced"])
            case _ if name.endswith("_command"):
                return Target({"match": self.common[_game(operation)]}, {**operation.body, "prompt": 999})
            case _:
                if "as=referee" in row:
                    return at_match(await self.match(_game(operation), 2))
                return Target({"match": self.common[_game(operation)], "name": NAMES.get(name, "")})

    async def match(self, game: str, seats: int) -> str:
        """Opens a match with a clock and two taken seats; with no other seats it runs."""
        organiser = self.people["organiser"]
        match = await organiser.open(*["open"] * seats, game=game, clock={"command": 300})
        for seat, role in enumerate(("own", "other")):
            good(await self.people[role].post(f"/matches/{match}/seats", {"seat": seat}))
        return match

    async def event(self, *more: tuple[str, Any], **plan: Any) -> str:
        """Creates a tournament with a referee, two players and a guest, and makes further changes there."""
        organiser, wanted = self.people["organiser"], {**PLAN, "elsewhere": True, **plan}
        event: str = good(await organiser.post("/tournaments", {"title": "Cup", **wanted}))["id"]
        players = [{"t": "player", "player": self.people[role].player} for role in ("own", "other")]
        guests = [{"t": "guest", "name": "Cleo"}] * wanted["elsewhere"]
        referee = {"player": self.people["referee"].player, "role": "referee"}
        listed = {"entrants": [*players, *guests]}
        for step, body in (("registration", {"open": True}), ("staff", referee), ("entrants/list", listed), *more):
            good(await organiser.post(f"/tournaments/{event}/{step}", body))
        return event

    async def _at_table(self) -> Target:
        """Returns a table whose match is played here, so that the effect shows in the match."""
        event = await self.event(*STARTED, elsewhere=False, clock={"command": 300})
        table = good(await self.house.nobody().get(f"/tournaments/{event}"))["rounds"][0]["tables"][0]
        return Target({"tournament": event}, record=f"/matches/{table['match']}/audit")

    async def _with_lists(self, *, ended: bool) -> Target:
        """Returns a tournament whose lists stay closed; if it has ended, its first entrant has sealed a list."""
        event, own = await self.event(elsewhere=False, decks="closed", **PLAN_WITH_LISTS), self.people["own"]
        target = at_tournament(event, None if ended else {"deck": deck("Mine")})
        if ended:
            at = f"/tournaments/{event}"
            assert (await own.ask("PUT", f"{at}/entrants/1/deck", {"deck": deck("Mine")})).is_success
            good(await self.people["organiser"].post(f"{at}/ending", {"ending": "cancelled"}))
        return target

    async def _bystander(self) -> str:
        return (await self.house.person("Zoe")).player


def _game(operation: Operation) -> str:
    return next((game for game in CURRENT if f"/{game}/" in operation.path), GAME)


def is_staff_only(by_role: Mapping[str, str], role: str) -> bool:
    """Returns whether a role of the staff is let in but a guest is not."""
    return role in STAFF and by_role[role].startswith("2") and not by_role["guest"].startswith("2")


def at_match(match: str, *, spent: bool = False) -> Target:
    return Target({"match": match}, record=f"/matches/{match}/audit", spent=spent)


def at_tournament(event: str, body: Any = None) -> Target:
    return Target({"tournament": event}, body, record=f"/tournaments/{event}/log.ndjson")


def offer(player: str) -> Any:
    """Returns the body of a challenge to a player."""
    return {"game": GAME, "seats": [{"t": "mine"}, {"t": "player", "player": player}]}


async def _with_narrow_token(house: House, person: Person) -> Person:
    """Returns the same person with another token without scopes."""
    return Person(house.client, person.player, (await _issue_token(house, person, Scope.ADMIN)).token)


async def _with_revoked_token(house: House, person: Person) -> Person:
    """Returns the same person with a revoked token of all their scopes."""
    issued = await _issue_token(house, person, Scope.PLAY, Scope.ORGANISE)
    assert await People(house.records).revoke(person.player, issued.id)
    return Person(house.client, person.player, issued.token)


async def _issue_token(house: House, person: Person, *scopes: Scope) -> Issued:
    issued = await People(house.records).issue(person.player, frozenset(scopes), "", None)
    assert issued is not None
    return issued
