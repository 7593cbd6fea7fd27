"""`chronik doctor`: check settings, servers, disk, clocks and versions for anything unsafe."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.text import Text

from chronik.service.cli.command import Parser, add_data, environment_with_data
from chronik.service.cli.styled import say_styled
from chronik.service.doctor.diagnosis import diagnose
from chronik.service.doctor.finding import Weight
from chronik.service.running.interrupt import run_async
from chronik.service.running.settings import Settings

STYLES = {Weight.GOOD: "green", Weight.NOTE: "yellow", Weight.UNSAFE: "bold red"}


def add_arguments(made: Parser) -> None:
    """Adds the arguments of `chronik doctor`."""
    made.set_run(
        _doctor,
        "Uses the settings of the service, whether or not it is running, and changes nothing. Exits with 1 if anything "
        "is unsafe: if acknowledged data may be lost, a secret may leak, or play may stop.",
    )
    add_data(made)


def _doctor(asked: argparse.Namespace) -> int:
    environ = environment_with_data(asked)
    return run_async(_print_findings(Settings.from_environment(environ), environ))


async def _print_findings(settings: Settings, environ: dict[str, str]) -> int:
    console = Console(soft_wrap=True, highlight=False)
    counts = dict.fromkeys(Weight, 0)
    async for finding in diagnose(settings, environ):
        counts[finding.weight] += 1
        say_styled(Text(f"{finding.weight.value:<7}", STYLES[finding.weight]), Text(finding.sentence), console=console)
    unsafe, notes = counts[Weight.UNSAFE], counts[Weight.NOTE]
    say_styled(Text(f"{unsafe} unsafe, {notes} to know, {counts[Weight.GOOD]} good"), console=console)
    return 1 if unsafe else 0
