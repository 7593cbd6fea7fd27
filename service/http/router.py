"""Routers that are made for one application, as all of ours are that hold parts of it."""

from typing import Any, Self

import litestar


class Router(litestar.Router):
    """A router that is registered once, as it is.

    Litestar registers a deep copy, so that the same one may be used twice; that takes a third of the time in which an
    application is made. What holds such a router has to be one as well, or the application itself.
    """

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self
