"""Golden tournaments: bundles that every later version must find good, so that old events stay checkable.

`python -m tests.golden.events` records them anew. Once a version was released they stay as they are: an algorithm of
pairing that changes its answers gets a new name and keeps the old one, and so does a scoring preset.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from domain.engine.match.events import Cause
from domain.tournament.methods.contenders import Keep
from domain.tournament.record.commands import (
    Cancel,
    Forbid,
    PairRound,
    Penalise,
    Register,
    RenameGuest,
    ReportResult,
    RuleTable,
    StartRound,
    Withdraw,
)
from domain.tournament.record.plan import Method, Stage
from tests.support.tournament.held import Held, plan

HERE = Path(__file__).parent / "tournaments"


def swiss() -> Held:
    """Seven bots in a Swiss of two seats: a pairing made again, a table by hand, a drop, a ruling, a late entrant."""
    held = Held(plan(Stage(Method.SWISS, 2, rounds=4))).bots(7)
    held.do(Forbid((1, 2)))
    held.pair()
    held.pair(((3, 4),), again=True)
    held.do(StartRound(1))
    for table in held.tournament.rounds[0].tables:
        held.arrive(table.match)
    held.do(RuleTable(1, 1, (0, 0), (1, 1), Cause.ERROR))
    held.do(Withdraw(5))
    held.do(Register(bot="random"))
    held.play(3)
    held.do(Penalise(3, 50, Cause.CONDUCT))
    return held.finish()


def pods() -> Held:
    """Eleven bots in pods, then a final table of four."""
    stages = (Stage(Method.SWISS, 4, rounds=3), Stage(Method.ELIMINATION, 4, cut=4))
    return Held(plan(*stages, scoring="catan-championship-2024")).bots(11).play(4).finish()


def groups() -> Held:
    """Eight bots in two groups, each against each, then semi-finals and a final of two seats."""
    stages = (Stage(Method.ROUND_ROBIN, 2, groups=2), Stage(Method.ELIMINATION, 2, cut=4))
    return Held(plan(*stages)).bots(8).play(5).finish()


def together() -> Held:
    """Nine bots in three rounds of pods that are drawn as one."""
    return Held(plan(Stage(Method.SWISS, 3, rounds=3, together=True), scoring="wwcc-2013")).bots(9).play(3).finish()


def players() -> Held:
    """Players who added entropy, one late and one without, in three rounds of two seats."""
    held = Held(plan(Stage(Method.SWISS, 2, rounds=3))).people(*(digit * 32 for digit in "1234"), entropy=True)
    held.play()
    held.do(Register(player="5" * 32, entropy="c0ffee"))
    held.do(Register(player="6" * 32))
    return held.play(2).finish()


def best_of() -> Held:
    """Four players at best of three: a game that counts for nothing after a correction, a no-show, a long final."""
    stages = (Stage(Method.SWISS, 2, rounds=2, best_of=3), Stage(Method.ELIMINATION, 2, cut=2, best_of=5))
    held = Held(plan(*stages)).people(*(digit * 32 for digit in "1234"), entropy=True)
    held.start()
    for _ in range(2):
        held.arrive(held.tournament.rounds[0].tables[0].match)
    held.do(RuleTable(1, 1, (7, 9), (2, 1), Cause.ERROR, game=1))
    held.do(RuleTable(1, 2, (1, 0), (1, 2), Cause.NO_SHOW))
    held.to_the_end()
    return held.play(2).finish()


def called_off() -> Held:
    """Played elsewhere, and called off in the first round."""
    held = Held(plan(elsewhere=True)).people(*(digit * 32 for digit in "1234"))
    held.start()
    held.do(RuleTable(1, 1, (10, 8), (1, 2), Cause.OTHER))
    held.do(Cancel())
    return held.publish()


def evening() -> Held:
    """Seven guests at real tables: one is renamed, the staff reports, and the second round keeps company."""
    held = Held(plan(Stage(Method.SWISS, 4, rounds=2), scoring="place-4-3-2-1", elsewhere=True))
    for digit in "1234567":
        held.do(Register(player=digit * 32, guest=True))
    held.do(RenameGuest(7))
    for number, keep in ((1, Keep.SIZES), (2, Keep.COMPANY)):
        held.do(PairRound(number, keep=keep))
        held.do(StartRound(number))
        for table in held.tournament.rounds[-1].tables:
            places = tuple(range(1, len(table.entrants) + 1))
            held.do(ReportResult(number, table.number, tuple(13 - place for place in places), places))
    return held.finish()


EVENTS: Mapping[str, Callable[[], Held]] = MappingProxyType(
    {
        "swiss": swiss,
        "pods": pods,
        "groups": groups,
        "together": together,
        "players": players,
        "best-of": best_of,
        "called-off": called_off,
        "evening": evening,
    }
)


def main() -> None:
    """Records all of them."""
    HERE.mkdir(exist_ok=True)
    for name, event in EVENTS.items():
        (HERE / f"v1-{name}.ndjson").write_bytes(b"".join(event().bundle({})))


if __name__ == "__main__":
    main()
