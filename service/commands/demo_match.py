"""The demo: a whole match of bots who play as any client would, over HTTP, reading views and options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import httpx
import msgspec
from msgspec import Struct

from domain.engine.proof.archive import BadArchive, unpack
from domain.engine.proof.receipts import Known, Receipt
from domain.engine.proof.verification import Verification, verify
from service.bots.bot import Bot
from service.bots.bot_random import Luck
from service.bots.levels import bot
from service.commands.client import call, connected, decoded
from service.http.match_summary import MatchSummary, SeatLine
from service.matches.archives import load_game
from service.matches.catalogue import Catalogue, Rules
from service.result import Result
from service.sentence import Sentence


class DemoError(Sentence):
    """The demo cannot go on; one sentence says why."""


class Shown(Struct, frozen=True):
    """What the demo has to show: the final table, where to watch it again, and what verifying it has said."""

    seats: tuple[SeatLine, ...]
    result: Result
    commands: int
    entries: int
    replay: str
    verification: Verification


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


class _Done(Struct, frozen=True):
    version: int
    head: str


NO_DATA_SETS: Mapping[str, Path] = MappingProxyType({})
NAMES = ("Ada", "Ben", "Cleo", "Dimitri", "Emma", "Farid")


def play_demo(
    url: str,
    name: str,
    seats: int,
    level: str,
    data_sets: Mapping[str, Path] = NO_DATA_SETS,
    progress: Callable[[MatchSummary], None] = lambda _: None,
) -> Shown:
    """Registers players, lets their bots play a match at a running service, and verifies its archive.

    It is compared with every head that the bots were given.
    """
    catalogue = Catalogue(data_sets)
    rules = catalogue.current(name)
    if rules is None:
        raise DemoError(f"There is no game {name}; try one of: {', '.join(catalogue.names())}.")
    if seats not in rules.game.seats:
        raise DemoError(f"{name} is played by {' or '.join(map(str, rules.game.seats))} seats.")
    with connected(url) as client:
        players = tuple(_register(client, NAMES[seat]) for seat in range(seats))
        match = _open(client, name, players)
        receipts = _play(client, rules, match, players, bot(name, level, data_sets.get(name)), progress)
        summary = _read_summary(client, match)
        assert summary.result is not None
        return Shown(
            seats=summary.seats,
            result=summary.result,
            commands=len(receipts),
            entries=summary.version,
            replay=f"{url.rstrip('/')}{summary.links.page}",
            verification=_verified(client, summary, catalogue, receipts),
        )


def _register(client: httpx.Client, name: str) -> _Player:
    return decoded(call(client, "POST", "/players", body={"name": name}), _Player)


def _open(client: httpx.Client, name: str, players: Sequence[_Player]) -> str:
    """Opens the match in the first player's name; the others sit down one by one."""
    table = [{"t": "mine"}, *({"t": "open"} for _ in players[1:])]
    opened = call(client, "POST", "/matches", players[0].token, {"game": name, "seats": table})
    match = decoded(opened, MatchSummary).id
    for seat, player in enumerate(players[1:], 1):
        call(client, "POST", f"/matches/{match}/seats", player.token, {"seat": seat})
    return match


def _read_summary(client: httpx.Client, match: str) -> MatchSummary:
    return decoded(call(client, "GET", f"/matches/{match}"), MatchSummary)


def _play(
    client: httpx.Client,
    rules: Rules,
    match: str,
    players: Sequence[_Player],
    mind: Bot,
    progress: Callable[[MatchSummary], None],
) -> tuple[Receipt, ...]:
    """Plays a match to its end; the heads that the players were given."""
    receipts: list[Receipt] = []
    while (summary := _read_summary(client, match)).result is None:
        progress(summary)
        waiting = [seat.seat for seat in summary.seats if seat.waiting]
        receipts += (_answer(client, rules, match, seat, players[seat], mind) for seat in waiting)
    progress(summary)
    return tuple(receipts)


def _answer(client: httpx.Client, rules: Rules, match: str, seat: int, player: _Player, mind: Bot) -> Receipt:
    where = f"/{rules.game.name}/matches/{match}"
    offered = decoded(call(client, "GET", f"{where}/options", player.token), _Options)
    seen = decoded(call(client, "GET", f"{where}/view", player.token), _Seen)
    options = [rules.codec.command(one) for one in msgspec.json.decode(offered.options, type=list[msgspec.Raw])]
    kind: Any = rules.projection.view_type
    view = msgspec.convert(msgspec.json.decode(seen.view), kind, str_keys=True)
    prompt = offered.prompts[0].id
    command = mind.answer(view, options, Luck(match, seat, prompt))
    done = call(client, "POST", f"{where}/commands", player.token, {"command": command, "prompt": prompt})
    answer = decoded(done, _Done)
    return Receipt(match, answer.version, answer.head)


def _verified(
    client: httpx.Client, summary: MatchSummary, catalogue: Catalogue, receipts: tuple[Receipt, ...]
) -> Verification:
    try:
        archive = unpack(call(client, "GET", f"/matches/{summary.id}/archive"))
    except BadArchive as bad:
        raise DemoError(f"The service sent an archive that cannot be read: {bad}") from bad
    return verify(archive, load_game(catalogue), Known(receipts))
