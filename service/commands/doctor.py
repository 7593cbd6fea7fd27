"""Say what of the settings, the servers, the disk, the clocks and the versions is unsafe."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.text import Text

from service.commands.command import Parser, add_data, environment_with_data
from service.doctor.finding import Weight
from service.doctor.visit import visit
from service.interrupt import awaited
from service.settings import Settings

STYLES = {Weight.GOOD: "green", Weight.NOTE: "yellow", Weight.UNSAFE: "bold red"}


def understand(made: Parser) -> None:
    """What `chronik doctor` understands."""
    made.runs(
        _doctor,
        "Looks with the settings of the service, whether it runs or not, and changes nothing. Ends with 1 when "
        "something is unsafe: when it could lose what was acknowledged, tell a secret, or keep people from playing.",
    )
    add_data(made)


def _doctor(asked: argparse.Namespace) -> int:
    environ = environment_with_data(asked)
    return awaited(_told(Settings.from_environment(environ), environ))


async def _told(settings: Settings, environ: dict[str, str]) -> int:
    console = Console(soft_wrap=True, highlight=False)
    counted = dict.fromkeys(Weight, 0)
    async for finding in visit(settings, environ):
        counted[finding.weight] += 1
        console.print(Text(f"{finding.weight.value:<7}", STYLES[finding.weight]), Text(finding.sentence))
    unsafe, notes = counted[Weight.UNSAFE], counted[Weight.NOTE]
    console.print(Text(f"{unsafe} unsafe, {notes} to know, {counted[Weight.GOOD]} good"))
    return 1 if unsafe else 0
