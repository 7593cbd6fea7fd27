"""Golden tournaments: bundles that every later version must verify, so that old tournaments can still be checked.

`python -m tests.golden.events` records them again. Those of a released version are never changed: an algorithm of
pairing with other results gets a new name beside the old one, and so does a scoring preset.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.methods.contenders import Keep
from chronik.domain.tournament.record.commands import (
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
from chronik.domain.tournament.record.plan import Method, Stage
from tests.support.tournament.local_tournament import LocalTournament, plan

HERE = Path(__file__).parent / "tournaments"


def swiss() -> LocalTournament:
    """Plays seven bots in a Swiss for two: a second pairing, a table by hand, a dropout, a ruling, a latecomer."""
    held = LocalTournament(plan(Stage(Method.SWISS, 2, rounds=4))).register_bots(7)
    held.do(Forbid((1, 2)))
    held.pair()
    held.pair(((3, 4),), again=True)
    held.do(StartRound(1))
    for table in held.tournament.rounds[0].tables:
        held.play_match(table.match)
    held.do(RuleTable(1, 1, (0, 0), (1, 1), Cause.ERROR))
    held.do(Withdraw(5))
    held.do(Register(bot="random"))
    held.play_rounds(3)
    held.do(Penalise(3, 50, Cause.CONDUCT))
    return held.finish()


def pods() -> LocalTournament:
    """Plays eleven bots in pods, then a final table of four."""
    stages = (Stage(Method.SWISS, 4, rounds=3), Stage(Method.ELIMINATION, 4, cut=4))
    return LocalTournament(plan(*stages, scoring="catan-championship-2024")).register_bots(11).play_rounds(4).finish()


def groups() -> LocalTournament:
    """Plays eight bots in two round robins, then semi-finals and a final at tables of two."""
    stages = (Stage(Method.ROUND_ROBIN, 2, groups=2), Stage(Method.ELIMINATION, 2, cut=4))
    return LocalTournament(plan(*stages)).register_bots(8).play_rounds(5).finish()


def together() -> LocalTournament:
    """Plays nine bots in three rounds of pods from one joint draw."""
    return (
        LocalTournament(plan(Stage(Method.SWISS, 3, rounds=3, together=True), scoring="wwcc-2013"))
        .register_bots(9)
        .play_rounds(3)
        .finish()
    )


def players() -> LocalTournament:
    """Plays players who added entropy, one late and one not at all, in three rounds at tables of two."""
    held = LocalTournament(plan(Stage(Method.SWISS, 2, rounds=3))).register_players(
        *(digit * 32 for digit in "1234"), entropy=True
    )
    held.play_rounds()
    held.do(Register(player="5" * 32, entropy="c0ffee"))
    held.do(Register(player="6" * 32))
    return held.play_rounds(2).finish()


def best_of() -> LocalTournament:
    """Plays four players at best of three: a game that a correction makes void, a no-show, a long final."""
    stages = (Stage(Method.SWISS, 2, rounds=2, best_of=3), Stage(Method.ELIMINATION, 2, cut=2, best_of=5))
    held = LocalTournament(plan(*stages)).register_players(*(digit * 32 for digit in "1234"), entropy=True)
    held.start()
    for _ in range(2):
        held.play_match(held.tournament.rounds[0].tables[0].match)
    held.do(RuleTable(1, 1, (7, 9), (2, 1), Cause.ERROR, game=1))
    held.do(RuleTable(1, 2, (1, 0), (1, 2), Cause.NO_SHOW))
    held.play_to_end()
    return held.play_rounds(2).finish()


def called_off() -> LocalTournament:
    """Plays a tournament elsewhere that is called off in the first round."""
    held = LocalTournament(plan(elsewhere=True)).register_players(*(digit * 32 for digit in "1234"))
    held.start()
    held.do(RuleTable(1, 1, (10, 8), (1, 2), Cause.OTHER))
    held.do(Cancel())
    return held.publish()


def evening() -> LocalTournament:
    """Plays seven guests at real tables: one is renamed, the staff reports, and the second round keeps company."""
    held = LocalTournament(plan(Stage(Method.SWISS, 4, rounds=2), scoring="place-4-3-2-1", elsewhere=True))
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


EVENTS: Mapping[str, Callable[[], LocalTournament]] = MappingProxyType(
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
    """Records all golden tournaments."""
    HERE.mkdir(exist_ok=True)
    for name, event in EVENTS.items():
        (HERE / f"v1-{name}.ndjson").write_bytes(b"".join(event().bundle({})))


if __name__ == "__main__":
    main()
