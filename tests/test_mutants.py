"""`make mutants` changes one thing at a time, and names what no test has noticed."""

from __future__ import annotations

from pathlib import Path

from tests.support.mutants.areas import AREAS, Area
from tests.support.mutants.harmless import HARMLESS
from tests.support.mutants.mutations import mutations
from tests.support.mutants.trial import Copy, mutants, sampled

SOURCE = '''"""1 < 2"""

LEAST: int = 3


class Hand(Struct, frozen=True):
    cards: Annotated[int, Meta(ge=0)] = 0


def enough(ä: int, more: bool) -> bool:
    assert ä > 0
    return "ä" != f"{ä + 1}" and (ä >= LEAST or not more)
'''
PLAIN = "-p no:schemathesis -p no:faker -p no:valkey -p no:hypothesispytest -p no:asyncio -p no:xdist -p no:playwright"
"""Without the plugins that make each start slow."""
ROOT = Path(__file__).parents[1]


def test_one_thing_is_changed_at_a_time() -> None:
    found = list(mutations(SOURCE))
    assert [str(one) for one in found] == [
        "3: 3  ->  (4)",
        "7: 0  ->  (1)",
        """12: "ä" != f"{ä + 1}" and (ä >= LEAST or not more)  ->  ('ä' != f'{ä + 1}' or (ä >= LEAST or not more))""",
        """12: "ä" != f"{ä + 1}"  ->  ('ä' == f'{ä + 1}')""",
        "12: ä >= LEAST or not more  ->  (ä >= LEAST and (not more))",
        "12: ä >= LEAST  ->  (ä > LEAST)",
        "12: not more  ->  (more)",
    ]
    assert found[5].source == SOURCE.replace("(ä >= LEAST or", "((ä > LEAST) or")
    for one in found:
        compile(one.source, "changed", "exec")


def test_a_change_that_no_test_notices_is_named(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    (tree / "games").mkdir(parents=True)
    (tree / "games" / "points.py").write_text("def won(points):\n    return points >= 10\n")
    (tree / "test_points.py").write_text(
        "from games.points import won\n\n\ndef test_it():\n    assert won(11)\n    assert not won(9)\n"
    )
    (tree / "pytest.ini").write_text(f"[pytest]\npythonpath = .\naddopts = {PLAIN}\n")
    area = Area("games", ("test_points.py",))
    (tmp_path / "copy").mkdir()
    copy = Copy(tree, tmp_path / "copy", area)
    chosen = sampled(tree, area, 60, 1)
    assert [str(one) for one in chosen if not copy.notices(one)] == [
        "games/points.py:2: points >= 10  ->  (points > 10)",
        "games/points.py:2: 10  ->  (11)",
    ]
    assert copy.passes(None), "what was changed is as it was"


def test_every_area_has_its_tests() -> None:
    for area in AREAS.values():
        assert list((ROOT / area.sources).rglob("*.py"))
        for told in area.tests:
            assert (ROOT / told.removeprefix("--deselect=").partition("::")[0]).exists()


def test_what_is_called_harmless_is_still_there() -> None:
    every = {file: list(mutants(ROOT, Path(file))) for file in {known.file for known in HARMLESS}}
    for known in HARMLESS:
        changes = {mutant.mutation.change for mutant in every[known.file] if mutant.is_as(known)}
        assert changes, known
        assert changes >= set(known.changes), known
