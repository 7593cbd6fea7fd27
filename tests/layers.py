"""The packages from the bottom up and their purposes; `python -m tests.layers` writes docs/architecture.md."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]

LAYERS: tuple[Mapping[str, str], ...] = (
    {"domain.engine": "building blocks of every game: rule areas, prompts, seats, chance, printed facts"},
    {"domain.log": "what all logs share: batches, canonical bytes, deciding again, verdicts, receipts, signatures"},
    {"domain.engine.match": "one match of any game: log, fold, deciding, undo, clocks"},
    {"domain.engine.proof": "hashed bytes, archives, receipts, verification, FORMAT.md"},
    {
        "domain.katharina": "the rules of Katharina, its printed facts and its rule book",
        "domain.cities_knights": "the rules of Cities & Knights, its printed facts and its rule book",
        "domain.catan_cards": "the rules of the Catan card game, its printed facts and its rule book",
    },
    {"domain.games": "the list of games and their versions"},
    {"domain.tournament.counting": "points, tie-breaks and standings"},
    {"domain.tournament.methods": "pairing methods: Swiss, round robin, pods, elimination"},
    {"domain.tournament.ratings": "ratings of players"},
    {"domain.tournament.record": "the log of a tournament: commands, events, state"},
    {"domain.tournament.rules": "decisions on a tournament's commands"},
    {"domain.tournament.exchange": "files of other programs: TRF, CSV, lists of names"},
    {"domain.tournament.proof": "bundles, their verification, results of other organisers"},
    {"projections.match": "the public side of a match of any game: scores, audit, history"},
    {
        "projections.katharina": "views of Katharina, one per viewer",
        "projections.cities_knights": "views of Cities & Knights",
        "projections.catan_cards": "views of the Catan card game",
    },
    {"projections.games": "the list of all games' projections"},
    {"projections.thinking": "thinking ahead: bots, possible worlds, and turns played to their end"},
    {"projections.analysis": "the analysis of a match: win chances, better decisions, luck"},
    {"projections.tournament": "the public side of a tournament: tables, standings, sheets"},
    {"service.running": "settings, clock, links, shutdown, for all other packages"},
    {"service.web.problems": "kinds of problem, and their documents"},
    {"service.operating": "metrics, traces, log lines"},
    {"service.signing": "the operator's keys; the only place that computes Ed25519"},
    {"service.log": "the logs of matches; the only place that knows Valkey or Redis"},
    {"service.sql": "the database: sessions, migrations, the lobby's table"},
    {"service.cold": "archives of finished matches, in a directory or in a bucket"},
    {"service.identity": "accounts and tokens; who is calling, and who may see what"},
    {"service.web": "requests, guards, limits, the interface document, the manual, the pages' files"},
    {
        "service.matches": "opening, playing, undo, rulings, feeds, clocks, the lobby",
        "service.seeks": "searches for opponents who want the same match",
        "service.challenges": "matches that one player offers to another",
        "service.tournaments": "running tournaments: their logs, tables, results, exports",
        "service.people": "profiles, deck lists, the events of an account, erasure",
        "service.bots": "built-in bots",
        "service.analysis": "analyses of finished matches: requests, results, the worker",
    },
    {"service.training": "matches in one process, for bot authors and learners"},
    {"service.backup": "making and restoring backups"},
    {"service.doctor": "checks for an unsafe configuration or host"},
    {"service.app": "puts the application together"},
    {"service.serving": "starts and stops the service, in one process or in several"},
    {"service.cli": "the `chronik` command, one file per verb"},
    {"service.__main__": "`python -m chronik.service`"},
)
"""From the bottom up: a package imports from its own layer and from lower ones.

Packages of one layer do not import each other, except for `KNOWS`.
"""

KNOWS: Mapping[tuple[str, str], str] = {
    ("service.seeks", "service.matches"): "a seek that is met opens a match",
    ("service.challenges", "service.matches"): "a challenge that is accepted opens a match",
    ("service.bots", "service.matches"): "a bot plays a match like any player",
    ("service.matches", "service.bots"): "a match is opened with levels for its bots",
    ("service.tournaments", "service.matches"): "each table of a round is a match, or several",
    ("service.tournaments", "service.bots"): "bots enter a tournament at a level",
    ("service.matches", "service.tournaments"): "a tournament may withhold a match, and gets its result",
    ("service.analysis", "service.matches"): "an analysis reads the log of a match, if it is disclosed",
    ("service.analysis", "service.bots"): "bots finish the turns that an analysis imagines",
    ("service.analysis", "service.tournaments"): "a tournament may withhold a match, and so its analysis",
    ("service.people", "service.matches"): "the events of an account report its matches",
    ("service.people", "service.tournaments"): "a profile shows tournaments and ratings",
    ("service.people", "service.challenges"): "the events of an account report challenges",
    ("service.people", "service.seeks"): "a person's data is exported and erased in every feature",
}
"""Pairs of packages in one layer that may import each other, and why."""

MAP = re.compile(r"(?<=<!-- layers -->\n).*?(?=<!-- end of layers -->)", re.DOTALL)
"""Markers of the table in docs/architecture.md."""


def map_of_layers() -> str:
    """Returns the layers as a Markdown table."""
    rows = "\n".join(f"| `{package}` | {purpose} |" for package, purpose in packages())
    return f"| package | what it is for |\n|---|---|\n{rows}\n"


def packages() -> Iterator[tuple[str, str]]:
    """Yields every package with its purpose, from the bottom up."""
    for layer in LAYERS:
        yield from layer.items()


def main() -> int:
    """Writes the table to docs/architecture.md."""
    page = ROOT / "docs/architecture.md"
    page.write_text(MAP.sub(lambda _: map_of_layers(), page.read_text("utf-8")), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
