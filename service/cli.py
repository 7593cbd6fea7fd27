"""The `chronik` command."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from functools import partial
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import msgspec
from msgspec import Raw
from msgspec.structs import replace
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from sqlalchemy.exc import SQLAlchemyError

from domain.engine.facts import BadFacts
from domain.engine.options import BadOptions, options_of
from domain.games import AnyGame
from service.archives import load_game, verify_file
from service.auth import Scope
from service.bookkeeper import rebuild
from service.bots.levels import LEVELS
from service.catalogue import Catalogue
from service.client import CallError, fetch_archive, fetch_bundle
from service.data_directory import EngineError
from service.demo import DemoError, Shown, play_demo
from service.embedded import Engine
from service.erasure import Export, Ghost, erase, export
from service.errors import Problem
from service.holdings import HOLDINGS
from service.log_store import LogStore
from service.logs import configure
from service.names import clean_name
from service.openapi import openapi_document
from service.people import Issued, People
from service.records import NoDatabase, opened_records
from service.serve import NoAddress, Weak, serve
from service.settings import Settings, SettingsError, whole
from service.simulation import Simulation, simulate
from service.soundness import flaws
from service.tournaments.bundles import is_bundle, is_whole, verify_bundle
from service.tournaments.demo import SEATS, hold, running
from service.wire import Unavailable

URL = "http://127.0.0.1:8000"
DUTIES = ("add", "export-player", "erase-player")

Run = Callable[[argparse.Namespace], int]


class Wrong(Exception):
    """The command cannot be carried out; one sentence says why."""


SENTENCES = (
    Wrong,
    DemoError,
    CallError,
    SettingsError,
    EngineError,
    NoAddress,
    NoDatabase,
    Weak,
    BadFacts,
    Unavailable,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; 0 when it did what was asked, 1 when not, 2 when it was asked wrongly."""
    asked = parser().parse_args(_spelt_out(sys.argv[1:] if arguments is None else arguments))
    run: Run = asked.run
    try:
        code = run(asked)
        sys.stdout.flush()
        return code
    except SENTENCES as error:
        print(_sentence(error), file=sys.stderr)
    except SQLAlchemyError as error:
        print(f"The database does not answer ({type(error).__name__}).", file=sys.stderr)
    except BrokenPipeError:
        # Whoever read our output has enough; without this, Python would complain once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    return 1


def _sentence(error: object) -> str:
    said = str(error)
    return f"{said[:1].upper()}{said[1:].removesuffix('.')}."


def parser() -> argparse.ArgumentParser:
    """Everything the command understands."""
    top = argparse.ArgumentParser(
        prog="chronik",
        description="A board-game service that never forgets: play, watch again, and verify.",
        epilog="Start with `chronik serve`, then in another shell `chronik demo katharina --seats 4`. "
        "Settings are environment variables, CHRONIK_…; service/settings.py lists them.",
    )
    top.add_argument("--version", action="version", version=f"chronik {version('chronik')}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_serve(commands)
    _add_demo(commands)
    _add_simulate(commands)
    _add_export(commands)
    _add_verify(commands)
    _add_tournament(commands)
    _add_rebuild(commands)
    _add_fsck(commands)
    _add_openapi(commands)
    _add_admin(commands)
    return top


# argparse has no public name for what `add_subparsers` gives.
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # pyright: ignore[reportPrivateUsage]


def _command(commands: Commands, name: str, run: Run, says: str, more: str = "") -> argparse.ArgumentParser:
    made = commands.add_parser(name, help=says, description=f"{says[0].upper()}{says[1:]}. {more}".strip())
    made.set_defaults(run=run)
    return made


def _add_serve(commands: Commands) -> None:
    made = _command(
        commands,
        "serve",
        _serve,
        "run the service",
        "Without CHRONIK_REDIS_URL it brings its own engine and keeps everything in the data directory.",
    )
    made.add_argument("--host", help="where to listen (127.0.0.1)")
    made.add_argument("--port", type=_port, metavar="P", help="the port (8000; 0 takes a free one)")
    made.add_argument("--data", type=Path, metavar="DIR", help="the data directory (./data)")


def _port(text: str) -> int:
    try:
        return whole(0, 65_535)(text)
    except SettingsError as wrong:
        raise argparse.ArgumentTypeError(f"must be {wrong}") from None


def _serve(asked: argparse.Namespace) -> int:
    settings = _settings()
    if asked.data is not None:
        settings = Settings.from_environment({**os.environ, "CHRONIK_DATA": str(asked.data)})
    if asked.host is not None:
        settings = replace(settings, host=asked.host)
    if asked.port is not None:
        settings = replace(settings, port=asked.port)
    return serve(settings)


def _add_demo(commands: Commands) -> None:
    made = _command(
        commands,
        "demo",
        _demo,
        "let bots play a whole match at a running service",
        "They read views and options and post commands over HTTP, as any client would. "
        "Prints the final table, the link to watch it again, and whether it verifies.",
    )
    made.add_argument("game", metavar="GAME", help="the game, for example katharina")
    made.add_argument("--seats", type=int, default=4, metavar="N", help="how many play (4)")
    made.add_argument("--bots", default="greedy", metavar="LEVEL", help="how well they play (greedy)")
    _add_url(made)
    _add_data_set(made)


def _demo(asked: argparse.Namespace) -> int:
    _check_level(asked.game, asked.bots)
    with _progress() as bar:
        task = bar.add_task("entries", total=None)
        shown = play_demo(
            asked.url,
            asked.game,
            asked.seats,
            asked.bots,
            data_sets=_data_sets(asked),
            progress=lambda card: bar.update(task, completed=card.version),
        )
    _print_table(shown)
    return 0 if shown.verification.ok else 1


def _print_table(shown: Shown) -> None:
    table = Table("place", "seat", "name", "points")
    for place, line in sorted(zip(shown.result.places, shown.seats, strict=True), key=lambda row: row[0]):
        table.add_row(str(place), str(line.seat), line.name or "", str(shown.result.points[line.seat]))
    Console().print(table)
    print(f"{shown.commands} commands, {shown.entries} entries")
    print(f"replay: {shown.replay}")
    verdict = "verified" if shown.verification.ok else "not verified"
    print(f"{verdict}: {shown.verification.sentence}")


def _add_simulate(commands: Commands) -> None:
    made = _command(
        commands,
        "simulate",
        _simulate,
        "play many matches of bots without a service",
        "The same arguments give the same digest on any machine.",
    )
    made.add_argument("game", metavar="GAME", help="the game, for example katharina")
    made.add_argument("--matches", type=int, default=100, metavar="N", help="how many (100)")
    made.add_argument("--seats", type=int, default=4, metavar="K", help="how many play each (4)")
    made.add_argument("--seed", type=int, default=1, metavar="S", help="what everything random comes from (1)")
    made.add_argument(
        "--bots", default="random", metavar="LEVEL", help="a level for all, or one for each joined by commas (random)"
    )
    made.add_argument("--options", default="{}", metavar="JSON", help='rule options, for example {"preset":"standard"}')
    made.add_argument("--json", action="store_true", help="print one JSON object")
    _add_data_set(made)


def _simulate(asked: argparse.Namespace) -> int:
    for level in asked.bots.split(","):
        _check_level(asked.game, level)
    data_set = _data_sets(asked).get(asked.game)
    rules = Catalogue({asked.game: data_set} if data_set else {}).current(asked.game)
    assert rules is not None
    if asked.seats not in rules.game.seats:
        raise Wrong(f"{asked.game} is played by {' or '.join(map(str, rules.game.seats))} seats.")
    if asked.matches < 1 or not 0 <= asked.seed < 1 << 63:
        raise Wrong("Simulate at least one match, with a seed that is not negative.")
    if "," in asked.bots and asked.bots.count(",") + 1 != asked.seats:
        raise Wrong("Name one level for all seats, or one for each.")
    with _progress() as bar:
        task = bar.add_task("matches", total=asked.matches)
        simulation = simulate(
            asked.game,
            asked.matches,
            asked.seats,
            asked.seed,
            asked.bots,
            options=_options(rules.game, asked.options),
            data_set=data_set,
            progress=lambda done: bar.update(task, completed=done),
        )
    _print_simulation(simulation, asked.json)
    return 0


def _options(game: AnyGame, wanted: str) -> Raw:
    try:
        return options_of(game, msgspec.json.decode(wanted, type=dict[str, Any]))
    except (msgspec.DecodeError, BadOptions) as error:
        raise Wrong(f"{wanted} are no options of {game.name}: {error}") from error


def _print_simulation(simulation: Simulation, as_json: bool) -> None:
    if as_json:
        print(msgspec.json.encode(simulation).decode())
        return
    scores = ", ".join(f"{score:.1f}" for score in simulation.mean_scores)
    print(f"{simulation.matches} matches of {simulation.game}, {simulation.seats} seats, {simulation.bots} bots")
    print(f"{simulation.commands} commands, {simulation.events} events, {simulation.seconds:.1f} s")
    print(f"mean scores by seat: {scores}; capped: {simulation.capped}")
    print(f"digest: {simulation.digest}")


def _add_export(commands: Commands) -> None:
    made = _command(
        commands,
        "export",
        _export,
        "save a finished match, or a whole tournament, as a file",
        "What is disclosed to its players only needs a token of one of them, or of the staff, in CHRONIK_TOKEN.",
    )
    made.add_argument("id", metavar="ID", help="the id of the match, or of the tournament")
    made.add_argument("file", metavar="FILE", type=Path, help="where to save it")
    made.add_argument("--tournament", action="store_true", help="a tournament, with all its matches in one file")
    made.add_argument("--names", action="store_true", help="a tournament with the names of its players")
    _add_url(made)


def _export(asked: argparse.Namespace) -> int:
    token = os.environ.get("CHRONIK_TOKEN")
    if asked.tournament:
        fetch_bundle(asked.url, asked.id, partial(_save_all, asked.file), token, names=asked.names)
        if not is_whole(asked.file):
            raise Wrong(f"{asked.file} was cut short: the service stopped in the middle; try again.")
    else:
        _save(asked.file, fetch_archive(asked.url, asked.id, token))
    print(f"{asked.file}: {asked.file.stat().st_size} bytes")
    return 0


def _add_verify(commands: Commands) -> None:
    made = _command(
        commands,
        "verify",
        _verify,
        "check exported matches and tournaments without any service",
        "Hashes the chain again, folds the log, decides every command again from the seed, and compares. "
        "Of a tournament it judges every row again, draws every round again, and counts the standings again. "
        "Ends with 1 when anything was altered, and names the first bad entry or row where one can be named.",
    )
    made.add_argument("files", metavar="FILE", type=Path, nargs="+", help="what `chronik export` has saved")
    _add_data_set(made)


def _verify(asked: argparse.Namespace) -> int:
    catalogue = Catalogue(_data_sets(asked))
    bad = 0
    for path in asked.files:
        if is_bundle(path):
            bad += not _verify_tournament(path, catalogue)
            continue
        shown = verify_file(path, catalogue)
        bad += not shown.ok
        where = f" (entry {shown.entry})" if shown.entry is not None else ""
        print(f"{path}: {'good' if shown.ok else shown.status.value}{where}: {shown.sentence}")
    return 1 if bad else 0


def _verify_tournament(path: Path, catalogue: Catalogue) -> bool:
    """Whether a bundle is good; says what was found."""
    with _progress() as bar:
        task = bar.add_task("matches", total=None)
        shown = verify_bundle(path, catalogue, lambda done, of: bar.update(task, completed=done, total=of))
    where = f" (row {shown.row})" if shown.row is not None else ""
    print(f"{path}: {'good' if shown.ok else shown.status.value}{where}: {shown.sentence}")
    for note in shown.notes:
        print(f"  {note}")
    return shown.ok


def _add_tournament(commands: Commands) -> None:
    made = _command(commands, "tournament", _tournament_demo, "hold a tournament", "So far of bots: `tournament demo`.")
    duties = made.add_subparsers(title="duties", metavar="DUTY", required=True)
    made = _command(
        duties,
        "demo",
        _tournament_demo,
        "let bots play a whole tournament",
        "Starts a service of its own, holds rounds in pods of four and a final table, saves everything in one file, "
        "and verifies that.",
    )
    made.add_argument("--players", type=int, default=64, metavar="N", help="how many bots take part (64)")
    made.add_argument("--game", default="katharina", metavar="GAME", help="what they play (katharina)")
    made.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds before the final table (5)")
    made.add_argument("--bots", default="greedy", metavar="LEVEL", help="how well they play (greedy)")
    made.add_argument("--out", type=Path, required=True, metavar="FILE", help="where to save the tournament")
    made.add_argument("--data", type=Path, metavar="DIR", help="where the service keeps it (nowhere, afterwards)")


def _tournament_demo(asked: argparse.Namespace) -> int:
    _check_level(asked.game, asked.bots)
    if not (SEATS <= asked.players <= 1024 and 1 <= asked.rounds <= 30):
        raise Wrong("A demo has 4 to 1024 players and 1 to 30 rounds.")
    with ExitStack() as stack:
        data = asked.data or Path(stack.enter_context(TemporaryDirectory(prefix="chronik-")))
        with _progress() as bar, running(data) as url:
            task = bar.add_task("tables", total=None)
            held = hold(
                url,
                asked.game,
                asked.bots,
                asked.players,
                asked.rounds,
                lambda done, of: bar.update(task, completed=done, total=of),
            )
            fetch_bundle(url, held.tournament, partial(_save_all, asked.out))
    table = Table("place", "entrant", title=held.title)
    for place, entrant in held.final[:10]:
        table.add_row(str(place), f"bot {entrant}")
    Console().print(table)
    print(f"{held.tables} tables played, {asked.out}: {asked.out.stat().st_size} bytes")
    if asked.data is not None:
        print(f"`chronik serve --data {asked.data}` shows it at /tournaments/{held.tournament}")
    return 0 if _verify_tournament(asked.out, Catalogue(_settings().data_sets)) else 1


def _add_rebuild(commands: Commands) -> None:
    _command(
        commands,
        "rebuild",
        _rebuild,
        "make the SQL tables anew from the logs",
        "People, tokens and tournaments stay; whatever came from matches is read again, and recorded results are held "
        "against it: the missing ones are added, those that differ are named, and it ends with 1. "
        "Set CHRONIK_REDIS_URL, or stop the service first: its own engine lets only one process in.",
    )


def _rebuild(asked: argparse.Namespace) -> int:
    settings = _settings()
    if settings.redis_url is not None:
        return asyncio.run(_rebuilt(settings))
    with Engine.start(settings.data) as engine:
        return asyncio.run(_rebuilt(replace(settings, redis_url=engine.url)))


async def _rebuilt(settings: Settings) -> int:
    assert settings.redis_url is not None
    configure(settings.log_level, settings.log_format)
    async with opened_records(settings.database_url) as records:
        store = LogStore(settings.redis_url)
        try:
            rebuilt = await rebuild(store, records, Catalogue(settings.data_sets))
        finally:
            await store.close()
    print(f"{rebuilt.matches} matches read" + (f", {rebuilt.parked} could not be taken in" if rebuilt.parked else ""))
    results = rebuilt.results
    if any(results):
        new, same, drifted = map(len, results)
        print(f"results of tournaments: {same} as recorded, {new} missing until now, {drifted} drifted")
    for match in results.drifted:
        print(f"{match}: the recorded result is not what the log says; a referee has to rule")
    return 1 if results.drifted else 0


def _add_fsck(commands: Commands) -> None:
    made = _command(
        commands,
        "fsck",
        _fsck,
        "check everything that is stored of every match",
        "Looks at the stored form, hashes every chain again, and repairs nothing. Ends with 1 when a match is damaged, "
        "and names the first bad entry where one can be named. Set CHRONIK_REDIS_URL, or stop the service first: "
        "its own engine lets only one process in.",
    )
    made.add_argument(
        "--data", type=Path, metavar="DIR", help="a data directory of the bundled engine, wherever CHRONIK_… point"
    )
    made.add_argument("--decide", action="store_true", help="also decide every command again from the seed")
    _add_data_set(made)


def _fsck(asked: argparse.Namespace) -> int:
    settings = replace(_settings(), data_sets=_data_sets(asked))
    if asked.data is not None:
        settings = replace(settings, data=asked.data, redis_url=None)
    if settings.redis_url is not None:
        return asyncio.run(_checked(settings, settings.redis_url, asked.decide))
    if not (settings.data / "engine.json").exists():
        raise Wrong(f"There is no log in {settings.data}.")
    with Engine.start(settings.data) as engine:
        return asyncio.run(_checked(settings, engine.url, asked.decide))


async def _checked(settings: Settings, url: str, decide: bool) -> int:
    load = load_game(Catalogue(settings.data_sets))
    store = LogStore(url, timeout=30)
    damaged = undecided = 0
    try:
        matches = sorted([match async for match in store.matches()])
        with _progress() as bar:
            for match in bar.track(matches, description="matches"):
                found = await flaws(store, match, load, decide=decide)
                damaged += any(flaw.damage for flaw in found)
                undecided += any(not flaw.damage for flaw in found)
                for flaw in found:
                    where = f" (entry {flaw.entry})" if flaw.entry is not None else ""
                    print(f"{match}{where}: {_sentence(flaw.sentence)}")
    finally:
        await store.close()
    verdict = f"{damaged} damaged" if damaged else "all good"
    also = f", {undecided} not decided again" if undecided else ""
    print(f"{len(matches)} matches: {verdict}{also}")
    return 1 if damaged else 0


def _add_openapi(commands: Commands) -> None:
    made = _command(commands, "openapi", _openapi, "print the OpenAPI document")
    made.add_argument("file", metavar="FILE", type=Path, nargs="?", help="write it there instead")


def _openapi(asked: argparse.Namespace) -> int:
    document = openapi_document()
    if asked.file is None:
        sys.stdout.write(document.decode())
    else:
        _save(asked.file, document)
    return 0


def _save(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all."""
    _save_all(path, (content,))


def _save_all(path: Path, content: Iterable[bytes]) -> None:
    """Writes a file of several pieces."""
    beside = path.with_name(path.name + ".part")
    try:
        try:
            with beside.open("wb") as file:
                file.writelines(content)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise Wrong(f"{path} cannot be written: {error.strerror}.") from error


def _add_admin(commands: Commands) -> None:
    made = _command(
        commands,
        "admin",
        _admin,
        "make somebody who may do more than play, and look after people's data",
        "Works on the database directly, so it is how the first administrator comes to be. `chronik admin NAME` is "
        "short for `chronik admin add NAME`.",
    )
    duties = made.add_subparsers(title="duties", metavar="DUTY", required=True)
    _add_somebody(duties)
    _add_export_player(duties)
    _add_erase_player(duties)


def _spelt_out(argv: Sequence[str]) -> Sequence[str]:
    """`admin NAME`, as the parser knows it."""
    if len(argv) < 2 or argv[0] != "admin" or argv[1] in (*DUTIES, "-h", "--help"):
        return argv
    return ["admin", "add", *argv[1:]]


def _add_somebody(duties: Commands) -> None:
    made = _command(
        duties,
        "add",
        _admin,
        "make a player with a token of the given scopes",
        "Prints the token, once.",
    )
    made.add_argument("name", metavar="NAME", help="the name of the player")
    made.add_argument(
        "--scopes",
        default="play,referee,organise,admin",
        metavar="LIST",
        help="joined by commas (play,referee,organise,admin)",
    )


def _admin(asked: argparse.Namespace) -> int:
    try:
        scopes = frozenset(Scope(word) for word in asked.scopes.split(","))
        name = clean_name(asked.name, "name")
    except ValueError as error:
        raise Wrong(f"Scopes are: {', '.join(scope.value for scope in Scope)}.") from error
    except Problem as error:
        raise Wrong(error.detail or "This is no name.") from error
    issued = asyncio.run(_issued(_settings(), name, scopes))
    print(f"player {issued.player}")
    print(f"token {issued.token}")
    return 0


async def _issued(settings: Settings, name: str, scopes: frozenset[Scope]) -> Issued:
    async with opened_records(settings.database_url) as records:
        return await People(records).register(name, scopes)


def _add_export_player(duties: Commands) -> None:
    made = _command(
        duties,
        "export-player",
        _export_player,
        "write down everything that is kept about a player",
        "The document is the one of `POST /api/v1/me/exports`: for people who have lost their token.",
    )
    made.add_argument("player", metavar="ID", help="the id of the player")
    made.add_argument("file", metavar="FILE", type=Path, help="where to write the JSON")


def _export_player(asked: argparse.Namespace) -> int:
    kept = asyncio.run(_exported(_settings(), asked.player))
    if kept is None:
        raise Wrong(f"There is no player {asked.player}.")
    _save(asked.file, msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
    return 0


async def _exported(settings: Settings, player: str) -> Export | None:
    async with opened_records(settings.database_url) as records:
        return await export(records, HOLDINGS, player)


def _add_erase_player(duties: Commands) -> None:
    made = _command(
        duties,
        "erase-player",
        _erase_player,
        "replace a player by a ghost",
        "Erases name, contact, tokens and every word of theirs, for good; results, logs and archives stay, under a "
        "random id. A running service may honour a token for five more seconds. Backups are yours to see to, and so is "
        "VACUUM on Postgres, which keeps old rows in its files until then.",
    )
    made.add_argument("player", metavar="ID", help="the id of the player")


def _erase_player(asked: argparse.Namespace) -> int:
    ghost = asyncio.run(_erased(_settings(), asked.player))
    if ghost is None:
        raise Wrong(f"There is no player {asked.player}.")
    print(f"player {ghost.player}")
    print(f"name {ghost.name}")
    print(f"erased {ghost.erased_at:%Y-%m-%dT%H:%M:%SZ}")
    if not ghost.swept:
        print("Somebody is reading the database: its write-ahead log keeps old words a little longer.", file=sys.stderr)
    return 0


async def _erased(settings: Settings, player: str) -> Ghost | None:
    async with opened_records(settings.database_url) as records:
        return await erase(records, HOLDINGS, player)


def _settings() -> Settings:
    return Settings.from_environment(os.environ)


def _add_url(made: argparse.ArgumentParser) -> None:
    default = os.environ.get("CHRONIK_URL", URL)
    made.add_argument("--url", default=default, metavar="URL", help=f"the service ({default}; CHRONIK_URL)")


def _add_data_set(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--data-set",
        action="append",
        default=[],
        metavar="GAME=DIR",
        help="printed facts of a game to use instead of the bundled ones (CHRONIK_DATA_<GAME>)",
    )


def _data_sets(asked: argparse.Namespace) -> dict[str, Path]:
    data_sets = dict(_settings().data_sets)
    for pair in asked.data_set:
        game, _, directory = pair.partition("=")
        if not directory or not Path(directory).is_dir():
            raise Wrong(f"{pair} is not GAME=DIR with a directory that exists.")
        data_sets[game] = Path(directory)
    return data_sets


def _check_level(game: str, level: str) -> None:
    if game not in LEVELS:
        raise Wrong(f"There is no game {game}; try one of: {', '.join(LEVELS)}.")
    if level not in LEVELS[game]:
        raise Wrong(f"There is no bot {level} for {game}; try one of: {', '.join(LEVELS[game])}.")


def _progress() -> Progress:
    """A bar on the error output where somebody looks at it, gone when the work is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
