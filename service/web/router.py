"""Routers that hold parts of one application, as all of ours do."""

from typing import Any, Self

import litestar


class Router(litestar.Router):
    """A router that is registered as it is, once.

    Litestar registers a deep copy so that a router can be used twice, which takes a third of the time to build an
    application. Its parent must be such a router too, or the application.
    """

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self
