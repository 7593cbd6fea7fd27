"""`chronik analyse`: win chances, better decisions and luck of a finished match, without a service."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from chronik.domain.engine.proof.archive import BadArchive, unpack
from chronik.domain.engine.proof.verification import verify
from chronik.projections.analysis.analyst import NoModel
from chronik.service.analysis.analysing import StoredMatch
from chronik.service.cli.command import Parser, Wrong, tolerate_closed_output
from chronik.service.cli.progress import reporting_progress
from chronik.service.matches.catalogue import Catalogue, game_loader
from chronik.service.running.input import read_input

NO_MODEL = "No model fits the rules version, the printed facts or the options of this match, so it cannot be analysed."


def add_arguments(made: Parser) -> None:
    """Adds the arguments of `chronik analyse`."""
    made.set_run(
        _analyse,
        "Prints JSON, the same as the service's answer. It takes up to ten seconds. The win chances hold among players "
        "like the built-in bots, not among people, and nothing is inferred from how the seats play.",
    )
    made.add_argument("file", metavar="FILE", type=Path, help="a match, from `chronik export`; - is the standard input")


def _analyse(asked: argparse.Namespace) -> int:
    try:
        archive = unpack(read_input(asked.file))
    except OSError as error:
        raise Wrong(f"The file {asked.file} cannot be read: {error.strerror}.") from error
    except BadArchive as bad:
        raise Wrong(str(bad)) from bad
    catalogue = Catalogue({})
    verdict = verify(archive, game_loader(catalogue))
    rules = catalogue.rules_of(archive.manifest.header)
    if rules is None or not verdict.ok:
        raise Wrong(verdict.sentence)
    if rules.game.valuing is None:
        raise Wrong(NO_MODEL)
    stored = StoredMatch(rules.game.name, rules.game.version, archive.manifest.match, archive.batches)
    with reporting_progress("commands") as report_progress:
        try:
            text = stored.analyse(report_progress)
        except NoModel as error:
            raise Wrong(NO_MODEL) from error
    with tolerate_closed_output():
        sys.stdout.buffer.write(text)
        sys.stdout.buffer.flush()
    return 0
