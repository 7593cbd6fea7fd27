"""Let a bot of one's own play at a running service."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import httpx
from msgspec import Struct

from service.commands.bot_runner import Runner
from service.commands.client import call, connected, decoded
from service.commands.command import Parser, Wrong, add_command, add_url, url_of
from service.commands.own_bot import TRIES, load_mind


class _Player(Struct, frozen=True):
    player: str


class _Registered(Struct, frozen=True):
    token: str


class _Seat(Struct, frozen=True):
    player: str | None = None


class _Match(Struct, frozen=True):
    id: str
    status: str
    seats: tuple[_Seat, ...]


def understand(made: Parser) -> None:
    """What `chronik bot` understands."""
    made.runs(_run, "It plays over HTTP, as any client does.")
    verbs = made.add_commands("verbs", "VERB")
    run = add_command(
        verbs,
        "run",
        _run,
        "run a class of your own that answers for an account",
        "The class is made once, without arguments. Its method choose(game, view, prompt, options) is asked one "
        "question after another, of all matches of the account, and gives back a command. `view` and `options` are as "
        "the service answers them, `prompt` is the open question; its `forms` stand for commands too many to list, of "
        "which one may be made as well. Without --match this goes on until Ctrl-C. Where the class fails at a question "
        f"{TRIES} times, the first option is played.",
    )
    run.add_argument("bot", metavar="MODULE:CLASS", help="a class of a module here or installed, for example mine:Bot")
    add_url(run)
    run.add_argument(
        "--token-file", type=Path, metavar="FILE", help="a file with the token of the account (else CHRONIK_TOKEN)"
    )
    run.add_argument(
        "--register",
        metavar="NAME",
        help="where there is no such file, register an account of this name, marked as a bot, and keep its token there",
    )
    run.add_argument(
        "--match", action="append", default=[], metavar="ID", help="play only this match, or these, to the end"
    )


def _run(asked: argparse.Namespace) -> int:
    mind, url = load_mind(asked.bot), url_of(asked)
    if asked.register is not None and asked.token_file is None:
        raise Wrong("--register needs a file for the token: --token-file FILE.")
    with connected(url) as client:
        if asked.register is not None and not asked.token_file.exists():
            _register(client, asked.register, asked.token_file)
        token = _token(asked.token_file)
        player = decoded(call(client, "GET", "/me", token), _Player).player
        matches: list[str] = asked.match
        for match in matches:
            _expect_seat(decoded(call(client, "GET", f"/matches/{match}", token), _Match), player)
        client.headers["Authorization"] = f"Bearer {token}"
        Runner(client, mind, frozenset(matches)).play()
    return 0


def _expect_seat(match: _Match, player: str) -> None:
    """Raises `Wrong` unless the account plays in a match, or may still sit down there."""
    if match.status != "open" and all(seat.player != player for seat in match.seats):
        raise Wrong(f"The account has no seat in the match {match.id}.")


def _register(client: httpx.Client, name: str, file: Path) -> None:
    """Registers an account that a program plays, and keeps its token in a file that nobody else reads."""
    made = decoded(call(client, "POST", "/players", body={"name": name, "bot": True}), _Registered)
    try:
        file.touch(mode=0o600, exist_ok=False)
        file.write_text(f"{made.token}\n", "utf-8")
    except OSError as error:
        raise Wrong(f"The file {file} cannot be written.") from error


def _token(file: Path | None) -> str:
    """The token of the account, from a file or the environment; raises `Wrong`."""
    if file is None:
        token = os.environ.get("CHRONIK_TOKEN", "").strip()
    else:
        try:
            token = file.read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise Wrong(f"The file {file} cannot be read as a token.") from error
    if not token or not token.isascii() or not token.isprintable():
        raise Wrong("A bot needs the token of its account: in CHRONIK_TOKEN, or in the file that --token-file names.")
    return token
