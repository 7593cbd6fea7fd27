"""The demo: a whole match of bots who play as any client would, over HTTP, reading views and options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import httpx
import msgspec
from msgspec import Struct

from domain.engine.archive import BadArchive, unpack
from domain.engine.verification import Verification, verify
from service.answers import API, MatchCard, Result, SeatLine
from service.archives import load_game
from service.bots.bot import Bot
from service.bots.levels import bot
from service.bots.luck import Luck
from service.catalogue import Catalogue, Rules


class DemoError(Exception):
    """The demo cannot go on; one sentence says why."""


class Shown(Struct, frozen=True):
    """What the demo has to show: the final table, where to watch it again, and what verifying it has said."""

    seats: tuple[SeatLine, ...]
    result: Result
    commands: int
    entries: int
    replay: str
    verification: Verification


class _Problem(Struct, frozen=True):
    title: str
    detail: str | None = None


class _Player(Struct, frozen=True):
    """Somebody who was registered for the demo."""

    player: str
    token: str


class _Asked(Struct, frozen=True):
    id: int
    sealed: bool


class _Options(Struct, frozen=True):
    prompts: tuple[_Asked, ...]
    options: msgspec.Raw


class _Seen(Struct, frozen=True):
    view: msgspec.Raw


T = TypeVar("T")

NO_DATA_SETS: Mapping[str, Path] = MappingProxyType({})
NAMES = ("Ada", "Ben", "Cleo", "Dimitri", "Emma", "Farid")


def play_demo(
    url: str,
    name: str,
    seats: int,
    level: str,
    data_sets: Mapping[str, Path] = NO_DATA_SETS,
    progress: Callable[[MatchCard], None] = lambda _: None,
) -> Shown:
    """Registers players, lets their bots play a match at a running service, and verifies its archive."""
    catalogue = Catalogue(data_sets)
    rules = catalogue.current(name)
    if rules is None:
        raise DemoError(f"There is no game {name}; try one of: {', '.join(catalogue.names())}.")
    if seats not in rules.game.seats:
        raise DemoError(f"{name} is played by {' or '.join(map(str, rules.game.seats))} seats.")
    with _client(url) as client:
        players = tuple(_register(client, NAMES[seat]) for seat in range(seats))
        match = _open(client, name, players)
        commands = _play(client, rules, match, players, bot(name, level, data_sets.get(name)), progress)
        card = _card(client, match)
        assert card.result is not None
        return Shown(
            seats=card.seats,
            result=card.result,
            commands=commands,
            entries=card.version,
            replay=f"{url.rstrip('/')}{card.links.page}",
            verification=_verified(client, card, catalogue),
        )


def fetch_archive(url: str, match: str, token: str | None = None) -> bytes:
    """The archive of a closed match, from a running service."""
    with _client(url) as client:
        return _call(client, "GET", f"/matches/{match}/archive", token)


def save(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all."""
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _reason(content: bytes) -> str:
    """What a problem says in words."""
    try:
        problem = msgspec.json.decode(content, type=_Problem)
    except msgspec.DecodeError:
        return "nothing that a Chronik would say."
    return problem.detail or f"{problem.title}."


def _client(url: str) -> httpx.Client:
    try:
        return httpx.Client(base_url=url, timeout=30)
    except httpx.InvalidURL as error:
        raise DemoError(f"{url} is not the address of a service ({error}).") from error


def _decoded(content: bytes, kind: type[T]) -> T:
    """An answer of a service; what cannot be read comes from something else, or from a newer one."""
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.DecodeError as error:
        raise DemoError(f"What answers there is no Chronik that this command understands ({error}).") from error


def _call(client: httpx.Client, method: str, path: str, token: str | None = None, body: Any = None) -> bytes:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    content = None
    if body is not None:
        content, headers["Content-Type"] = msgspec.json.encode(body), "application/json"
    try:
        answer = client.request(method, API + path, content=content, headers=headers)
    except httpx.HTTPError as error:
        raise DemoError(f"No service answers at {client.base_url} ({type(error).__name__}); start one.") from error
    if answer.is_error:
        raise DemoError(f"{method} {path} was answered with {answer.status_code}: {_reason(answer.content)}")
    return answer.content


def _register(client: httpx.Client, name: str) -> _Player:
    return _decoded(_call(client, "POST", "/players", body={"name": name}), _Player)


def _open(client: httpx.Client, name: str, players: Sequence[_Player]) -> str:
    """Opens the match in the first player's name; the others sit down one by one."""
    table = [{"t": "mine"}, *({"t": "open"} for _ in players[1:])]
    opened = _call(client, "POST", "/matches", players[0].token, {"game": name, "seats": table})
    match = _decoded(opened, MatchCard).id
    for seat, player in enumerate(players[1:], 1):
        _call(client, "POST", f"/matches/{match}/seats", player.token, {"seat": seat})
    return match


def _card(client: httpx.Client, match: str) -> MatchCard:
    return _decoded(_call(client, "GET", f"/matches/{match}"), MatchCard)


def _play(
    client: httpx.Client,
    rules: Rules,
    match: str,
    players: Sequence[_Player],
    mind: Bot,
    progress: Callable[[MatchCard], None],
) -> int:
    commands = 0
    while (card := _card(client, match)).result is None:
        progress(card)
        for seat in card.seats:
            if seat.waiting:
                _answer(client, rules, match, seat.seat, players[seat.seat], mind)
                commands += 1
    progress(card)
    return commands


def _answer(client: httpx.Client, rules: Rules, match: str, seat: int, player: _Player, mind: Bot) -> None:
    where = f"/{rules.game.name}/matches/{match}"
    offered = _decoded(_call(client, "GET", f"{where}/options", player.token), _Options)
    seen = _decoded(_call(client, "GET", f"{where}/view", player.token), _Seen)
    options = [rules.codec.command(one) for one in msgspec.json.decode(offered.options, type=list[msgspec.Raw])]
    kind: Any = rules.projection.view_type
    view = msgspec.convert(msgspec.json.decode(seen.view), kind, str_keys=True)
    prompt = offered.prompts[0].id
    command = mind.answer(view, options, Luck(match, seat, prompt))
    _call(client, "POST", f"{where}/commands", player.token, {"command": command, "prompt": prompt})


def _verified(client: httpx.Client, card: MatchCard, catalogue: Catalogue) -> Verification:
    try:
        archive = unpack(_call(client, "GET", f"/matches/{card.id}/archive"))
    except BadArchive as bad:
        raise DemoError(f"The service sent an archive that cannot be read: {bad}") from bad
    return verify(archive, load_game(catalogue))
