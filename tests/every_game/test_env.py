"""An environment shows a seat nothing that the seat may not know: twin matches have the same observations."""

from __future__ import annotations

from itertools import islice

import msgspec
import pytest
from msgspec.structs import replace

from chronik.domain.engine.seats import Referee, Seat
from chronik.domain.games import CURRENT
from chronik.projections.match.projection import Projection
from chronik.service.training.env import Env
from chronik.service.training.play import Play
from tests.every_game.exits import World
from tests.every_game.games import SUPPLIES
from tests.every_game.leaks import Case, cases, true_exits

CASES = 12


def observed(name: str, projection: Projection, world: World, seat: int) -> tuple[bytes, bytes]:
    """Returns the bytes of a seat's observation and of its mask."""
    game, seats = true_exits(name).game, len(world.match.chairs)
    opened = world.match.opened
    assert opened is not None
    env = Env(game, projection, seats, msgspec.json.decode(opened.options), 0)
    env.begin(Play(game, projection, world.match, world.keys))
    found = env.observe(f"seat_{seat}")
    return found["observation"].tobytes(), found["action_mask"].tobytes()


def playable_cases(name: str) -> list[Case]:
    """Returns cases of a seat, in which twins differ in something hidden while the match runs."""
    found = (
        case
        for case in cases(true_exits(name), SUPPLIES[name], "environment")
        if isinstance(case.viewer, Seat)
        and case.world.match.owed
        and case.world.match.status is case.twin.match.status
        and any(case.differs(SUPPLIES[name]).values())
    )
    return list(islice(found, CASES))


def differing(name: str, projection: Projection) -> list[Case]:
    """Returns the cases in which the viewer can distinguish the twins."""
    return [
        case
        for case in playable_cases(name)
        if isinstance(case.viewer, Seat)
        and observed(name, projection, case.world, case.viewer.number)
        != observed(name, projection, case.twin, case.viewer.number)
    ]


@pytest.mark.parametrize("name", list(CURRENT))
def test_twin_matches_have_the_same_observations_and_masks(name: str) -> None:
    assert differing(name, true_exits(name).projection) == []


@pytest.mark.parametrize("name", list(CURRENT))
def test_control_a_view_with_hidden_content_is_noticed(name: str) -> None:
    honest = true_exits(name).projection
    planted = replace(honest, view=lambda state, viewer: honest.view(state, Referee()))
    assert len(differing(name, planted)) > CASES // 2
