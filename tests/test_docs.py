"""The README and the manual: their links lead somewhere, and their commands work as shown."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from chronik.service.web.docs.books import CITED, slug
from tests.support.service.processes import ROOT, Served, environment, served

FOLDERS = ("*.md", "docs/**/*.md", ".github/**/*.md", "domain/*/rules.md")
PAGES = sorted(page for pattern in FOLDERS for page in ROOT.glob(pattern))
FENCE = re.compile(r"^```(\w+) ?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!`)\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
NOT_RUN = "not run: "
NUMBER = "\x1e"
CUT_OFF = ("curl: (23)", "curl: (28)")


class Script(NamedTuple):
    """A block of shell commands in a page, with the words after its `sh`."""

    page: Path
    mark: str
    text: str


def scripts() -> Iterator[Script]:
    for page in PAGES:
        for language, mark, text in FENCE.findall(page.read_text("utf-8")):
            if language in ("sh", "bash", "console"):
                yield Script(page, mark, text)


def steps(script: str) -> list[str]:
    """Splits a script into commands; a trailing backslash continues one."""
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
    """A service with its usual limits."""
    with served(
        tmp_path_factory.mktemp("docs") / "data", {"CHRONIK_RATE_ACCOUNT": "", "CHRONIK_RATE_ADDRESS": ""}
    ) as up:
        yield up


def run(script: str, service: Served, folder: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", script],
        env=environment(URL=service.url, PATH=path, HOME=str(folder)),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.skipif(shutil.which("curl") is None, reason="the tour is made of curl commands, and there is no curl")
def test_the_commands_of_the_tour_work_line_by_line(service: Served, tmp_path: Path) -> None:
    (tour,) = (script for script in scripts() if script.mark == "tour")
    commands = steps(tour.text)
    assert len(commands) > 5
    # curl exits with 0 for a refusal too, so the test looks at the answers.
    result = run("\n".join(f"{command}\nprintf '{NUMBER}%d' $?" for command in commands), service, tmp_path)
    assert not [line for line in result.stderr.splitlines() if not line.startswith(CUT_OFF)]
    answers = re.split(rf"{NUMBER}(\d+)", result.stdout)
    assert len(answers) // 2 == len(commands)
    for command, answer, code in zip(commands, answers[::2], answers[1::2], strict=False):
        # A stream that `head` or a time limit cuts off exits with 23 or 28.
        assert code in ("0", "23", "28"), (command, code, answer)
        expects_refusal = '"action":"P001","activation":"P001"' in command
        assert ('"type":"/problems/' in answer) is expects_refusal, (command, answer)
        if command.startswith("curl") and not expects_refusal:
            assert answer.strip(), command


@pytest.mark.skipif(shutil.which("curl") is None, reason="some commands use curl, and there is no curl")
def test_the_commands_on_the_pages_work(service: Served, tmp_path: Path) -> None:
    run_ones = [script for script in scripts() if script.mark == "run"]
    assert len(run_ones) >= 3
    for script in run_ones:
        result = run(f"set -e\n{script.text}", service, tmp_path)
        assert result.returncode == 0, (script.page, result.stderr)
        assert '"type":"/problems/' not in result.stdout, (script.page, result.stdout)


def test_every_command_that_is_not_run_says_why() -> None:
    """Every block of shell commands is run here, is an example that another test runs, or gives its reason."""
    for script in scripts():
        if script.mark not in ("run", "tour") and not script.mark.startswith("examples/"):
            assert script.mark.startswith(NOT_RUN), (script.page, script.text)
            assert len(script.mark) > len(NOT_RUN) + 10, script.page


def anchors(page: Path) -> set[str]:
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    return {slug(heading) for heading in HEADING.findall(text)} | set(CITED.findall(text))


def test_every_link_leads_to_a_file_and_a_heading() -> None:
    """Links that begin with a slash are addresses of a running service; `test_books.py` checks them."""
    for page in PAGES:
        text = FENCE.sub("", page.read_text("utf-8"))
        for target in LINK.findall(text):
            file, _, anchor = target.partition("#")
            if file.startswith(("http://", "https://", "/")):
                continue
            found = (page.parent / file).resolve() if file else page
            assert found.exists(), (page, target)
            assert not anchor or anchor in anchors(found), (page, target)


def test_every_name_in_italics_is_a_label_on_the_pages() -> None:
    words = "".join(path.read_text("utf-8") for path in (ROOT / "service/viewer/words/en").glob("*.js"))
    for page in (ROOT / "README.md", ROOT / "docs/play.md", ROOT / "docs/tournaments.md"):
        labels = re.findall(r"(?<!\*)\*([A-Z][^*\n]+)\*(?!\*)", FENCE.sub("", page.read_text("utf-8")))
        assert labels, page
        assert [label for label in labels if f'"{label}"' not in words] == [], page


def test_every_page_of_the_manual_is_in_the_table_of_contents() -> None:
    contents = ROOT / "docs/README.md"
    listed = {
        (page.parent / target).resolve()
        for page in (contents, ROOT / "docs/decisions/README.md")
        for target in LINK.findall(page.read_text("utf-8"))
    }
    assert set((ROOT / "docs").rglob("*.md")) - listed == {contents}


@pytest.mark.parametrize(("page", "most"), [("README.md", 8_192), ("CONTRIBUTING.md", 6_144), ("CHANGELOG.md", 6_144)])
def test_the_readme_and_similar_pages_stay_short(page: str, most: int) -> None:
    assert len((ROOT / page).read_bytes()) <= most
