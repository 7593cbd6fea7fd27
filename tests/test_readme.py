"""The README's tour, against a service as `make run` starts it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.service.processes import ROOT, Served, environment, served

TOUR = re.compile(r"^```sh tour\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NUMBER = "\x1e"
CUT_OFF = ("curl: (23)", "curl: (28)")


def steps(script: str) -> list[str]:
    """The commands of a script: what a trailing backslash or an open quote continues is one."""
    found: list[str] = []
    lines = iter(script.splitlines())
    for line in lines:
        while line.endswith("\\"):
            line += "\n" + next(lines)
        if line.strip() and not line.startswith("#"):
            found.append(line)
    return found


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service with the limits that everybody has."""
    with served(
        tmp_path_factory.mktemp("readme") / "data", {"CHRONIK_RATE_ACCOUNT": "", "CHRONIK_RATE_ADDRESS": ""}
    ) as up:
        yield up


@pytest.mark.skipif(shutil.which("curl") is None, reason="the tour is made of curl commands, and there is no curl")
def test_the_tour_works_line_by_line(service: Served) -> None:
    tours = TOUR.findall((ROOT / "README.md").read_text("utf-8"))
    assert len(tours) == 1, "the README has one tour, in a block that begins with ```sh tour"
    commands = steps(tours[0])
    assert len(commands) > 5
    # curl answers 0 for a refusal as well, so the answers are looked at too.
    marked = "\n".join(f"{command}\nprintf '{NUMBER}%d' $?" for command in commands)
    told = subprocess.run(
        ["bash", "-o", "pipefail", "-c", marked],
        env=environment(URL=service.url, PATH=os.environ["PATH"]),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    complaints = [line for line in told.stderr.splitlines() if not line.startswith(CUT_OFF)]
    assert not complaints
    answers = re.split(rf"{NUMBER}(\d+)", told.stdout)
    assert len(answers) // 2 == len(commands)
    for command, answer, code in zip(commands, answers[::2], answers[1::2], strict=False):
        # A stream that is cut off by `head` or by its time ends with 23 or 28, as the command asks.
        assert code in ("0", "23", "28"), (command, code, answer)
        refusal = '"type":"/problems/' in answer
        expected = is_refused(command)
        assert refusal is expected, (command, answer)
        if command.startswith("curl") and not expected:
            assert answer.strip(), command


def is_refused(command: str) -> bool:
    """Whether a command of the tour shows a refusal: its card is played into no slot."""
    return '"action":"P001","activation":"P001"' in command


def test_every_file_that_the_readme_names_is_there() -> None:
    text = Path(ROOT / "README.md").read_text("utf-8")
    for target in re.findall(r"\]\((?!http)([^)#]+)", text):
        assert (ROOT / target).exists(), target
