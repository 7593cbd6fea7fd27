"""Chronik, an event-sourced board-game service.

`game(name)` returns the rules of a game, which need no service. In a checkout, the code is in three
folders beside this one: `domain`, `projections` and `service`. They are linked here, and imported only from here.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chronik.domain.games import game

    __version__: str

__all__ = ("__version__", "game")


def __getattr__(name: str) -> Any:
    """Loads a public name on its first use: every module of the project imports this one, and most need neither."""
    match name:
        case "__version__":
            from importlib.metadata import version

            return version("chronik")
        case "game":
            from chronik.domain.games import game

            return game
        case _:
            raise AttributeError(f"module 'chronik' has no attribute {name!r}")
