"""The demo: bots play a whole match over HTTP, from views and options, as any client does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import httpx
import msgspec
from msgspec import Struct

from chronik.domain.engine.proof.archive import BadArchive, unpack
from chronik.domain.engine.proof.verification import verify
from chronik.domain.log.receipts import KnownHeads, Receipt
from chronik.domain.log.verdict import Verdict
from chronik.projections.thinking.bot import Bot
from chronik.projections.thinking.bot_random import Luck
from chronik.service.bots.levels import bot
from chronik.service.cli.client import Player, call, connect, decode, register
from chronik.service.matches.catalogue import Catalogue, Rules, game_loader
from chronik.service.matches.summary import MatchSummary, SeatLine
from chronik.service.running.result import Result
from chronik.service.running.user_error import UserError


class DemoError(UserError):
    """The error if the demo cannot continue; the message says why."""


class Shown(Struct, frozen=True):
    """The result of the demo: final table, address of the replay, and verdict of the verification."""

    seats: tuple[SeatLine, ...]
    result: Result
    commands: int
    entries: int
    replay: str
    verification: Verdict


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
    """Registers players, lets bots play a match for them on a running service, and verifies its archive.

    The archive is compared with every head that the bots received.
    """
    catalogue = Catalogue(data_sets)
    rules = catalogue.current(name)
    if rules is None:
        raise DemoError(f"There is no game {name}; try one of: {', '.join(catalogue.names())}.")
    if seats not in rules.game.seats:
        raise DemoError(f"{name} has {' or '.join(map(str, rules.game.seats))} seats; choose that with --seats.")
    with connect(url) as client:
        players = tuple(register(client, NAMES[seat]) for seat in range(seats))
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
            verification=_verify(client, summary, catalogue, receipts),
        )


def _open(client: httpx.Client, name: str, players: Sequence[Player]) -> str:
    """Opens the match as the first player; the others take their seats one by one."""
    table = [{"t": "mine"}, *({"t": "open"} for _ in players[1:])]
    opened = call(client, "POST", "/matches", players[0].token, {"game": name, "seats": table})
    match = decode(opened, MatchSummary).id
    for seat, player in enumerate(players[1:], 1):
        call(client, "POST", f"/matches/{match}/seats", player.token, {"seat": seat})
    return match


def _read_summary(client: httpx.Client, match: str) -> MatchSummary:
    return decode(call(client, "GET", f"/matches/{match}"), MatchSummary)


def _play(
    client: httpx.Client,
    rules: Rules,
    match: str,
    players: Sequence[Player],
    mind: Bot,
    progress: Callable[[MatchSummary], None],
) -> tuple[Receipt, ...]:
    """Plays a match to its end; returns the heads that the players received."""
    receipts: list[Receipt] = []
    while (summary := _read_summary(client, match)).result is None:
        progress(summary)
        waiting = [seat.seat for seat in summary.seats if seat.waiting]
        receipts += (_answer(client, rules, match, seat, players[seat], mind) for seat in waiting)
    progress(summary)
    return tuple(receipts)


def _answer(client: httpx.Client, rules: Rules, match: str, seat: int, player: Player, mind: Bot) -> Receipt:
    where = f"/{rules.game.name}/matches/{match}"
    offered = decode(call(client, "GET", f"{where}/options", player.token), _Options)
    seen = decode(call(client, "GET", f"{where}/view", player.token), _Seen)
    options = [rules.codec.command(one) for one in msgspec.json.decode(offered.options, type=list[msgspec.Raw])]
    kind: Any = rules.projection.view_type
    view = msgspec.convert(msgspec.json.decode(seen.view), kind, str_keys=True)
    prompt = offered.prompts[0].id
    command = mind.answer(view, options, Luck(match, seat, prompt))
    done = call(client, "POST", f"{where}/commands", player.token, {"command": command, "prompt": prompt})
    answer = decode(done, _Done)
    return Receipt(match, answer.version, answer.head)


def _verify(
    client: httpx.Client, summary: MatchSummary, catalogue: Catalogue, receipts: tuple[Receipt, ...]
) -> Verdict:
    try:
        archive = unpack(call(client, "GET", f"/matches/{summary.id}/archive"))
    except BadArchive as bad:
        raise DemoError(f"The service sent an archive that cannot be read: {bad}") from bad
    return verify(archive, game_loader(catalogue), KnownHeads(receipts))
