"""Make somebody who may do more than play, look after people's data, and make the keys that sign."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from service.commands.command import (
    Commands,
    Parser,
    Wrong,
    add_command,
    add_data,
    configured_with_data,
    save,
)
from service.commands.databases import expect_database, new_database_told
from service.commands.keys import add_keys
from service.interrupt import awaited
from service.people.auth import Scope
from service.people.erasure import Export, erase, export, sweep
from service.people.names import clean_name
from service.people.register import Issued, People
from service.problems.problem import Problem
from service.settings import Settings
from service.sql.database import opened_records
from service.tournaments.personal_data import HOLDINGS


def understand(made: Parser) -> None:
    """What `chronik admin` understands."""
    made.runs(
        _admin,
        "Works on the database directly, so it is how the first administrator comes to be: `chronik admin create`. "
        "Keys lie in a file of their own: `chronik admin keys create`.",
    )
    duties = made.add_commands("duties", "DUTY")
    _add_somebody(duties)
    _add_export_player(duties)
    _add_erase_player(duties)
    add_keys(duties)


def _add_somebody(duties: Commands) -> None:
    made = add_command(
        duties, "create", _admin, "make a player with a token of the given scopes", "Prints the token, once."
    )
    made.add_argument("--name", required=True, metavar="NAME", help="the name of the player")
    made.add_argument(
        "--scopes",
        default="play,referee,organise,admin",
        metavar="LIST",
        help="joined by commas (play,referee,organise,admin)",
    )
    add_data(made)


def _admin(asked: argparse.Namespace) -> int:
    try:
        scopes = frozenset(Scope(word) for word in asked.scopes.split(","))
        name = clean_name(asked.name, "name")
    except ValueError as error:
        raise Wrong(f"Scopes are: {', '.join(scope.value for scope in Scope)}.") from error
    except Problem as error:
        raise Wrong(error.detail or "This is no name.") from error
    settings = configured_with_data(asked)
    with new_database_told(settings):
        issued = awaited(_issued(settings, name, scopes))
    print(f"player {issued.player}")
    print(f"token {issued.token}")
    return 0


async def _issued(settings: Settings, name: str, scopes: frozenset[Scope]) -> Issued:
    async with opened_records(settings.database_url) as records:
        return await People(records).register(name, scopes)


def _add_export_player(duties: Commands) -> None:
    made = add_command(
        duties,
        "export-player",
        _export_player,
        "write down everything that is kept about a player",
        "The document is the one of `POST /api/v1/me/exports`: for people who have lost their token.",
    )
    made.add_argument("player", metavar="ID", help="the id of the player")
    made.add_argument("file", metavar="FILE", type=Path, help="where to write the JSON")
    add_data(made)


def _export_player(asked: argparse.Namespace) -> int:
    settings = configured_with_data(asked)
    expect_database(settings)
    kept = awaited(_exported(settings, asked.player))
    if kept is None:
        raise Wrong(f"There is no player {asked.player}.")
    save(asked.file, msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n", private=True)
    return 0


async def _exported(settings: Settings, player: str) -> Export | None:
    async with opened_records(settings.database_url) as records:
        return await export(records, HOLDINGS, player)


def _add_erase_player(duties: Commands) -> None:
    made = add_command(
        duties,
        "erase-player",
        _erase_player,
        "replace a player by a ghost",
        "Erases name, contact, tokens and every word of theirs, for good; results, logs and archives stay, under a "
        "random id. A running service may honour a token for five more seconds. While somebody reads an SQLite file, "
        "this waits for them, for until then it keeps old words. Backups are yours to see to, and so is "
        "VACUUM on Postgres, which keeps old rows in its files until then.",
    )
    made.add_argument("player", metavar="ID", help="the id of the player")
    add_data(made)


def _erase_player(asked: argparse.Namespace) -> int:
    settings = configured_with_data(asked)
    expect_database(settings)
    awaited(_erase(settings, asked.player))
    return 0


async def _erase(settings: Settings, player: str) -> None:
    async with opened_records(settings.database_url) as records:
        ghost = await erase(records, HOLDINGS, player)
        if ghost is None:
            raise Wrong(f"There is no player {player}.")
        print(f"player {ghost.player}")
        print(f"name {ghost.name}")
        print(f"erased {ghost.erased_at:%Y-%m-%dT%H:%M:%SZ}", flush=True)
        if not ghost.swept:
            print("Somebody is reading the database: waiting until the old words can leave its files.", file=sys.stderr)
            await sweep(records)
