"""Chronik, an event-sourced board-game service.

`game` returns the rules of a game, `play` a match in this process, and `env` a PettingZoo environment, all without a
service. In a checkout, the code is in three folders beside this one: `domain`, `projections` and `service`. They are
linked here, and imported only from here.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chronik.domain.games import game
    from chronik.service.training.env import env
    from chronik.service.training.play import play

    __version__: str

__all__ = ("__version__", "env", "game", "play")


def __getattr__(name: str) -> Any:
    """Loads a public name on its first use: every module of the project imports this one, and most need none."""
    match name:
        case "__version__":
            from importlib.metadata import version

            return version("chronik")
        case "env":
            try:
                from chronik.service.training.env import env
            except ModuleNotFoundError as error:
                raise ModuleNotFoundError(f"chronik.env needs {error.name}: install chronik[env].") from error
            return env
        case "game":
            from chronik.domain.games import game

            return game
        case "play":
            from chronik.service.training.play import play

            return play
        case _:
            raise AttributeError(f"module 'chronik' has no attribute {name!r}")
