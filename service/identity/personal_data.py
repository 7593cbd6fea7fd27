"""Personal data: the interface through which each feature exports and erases the data it keeps about a person."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from msgspec import Struct

from chronik.service.sql.database import Session


class PersonalData(Struct, frozen=True):
    """A feature's records about people: functions that export one person's data and erase that person's text.

    Both run inside a transaction. Erasing twice has the same effect as erasing once.
    """

    name: str
    export: Callable[[Session, str], Awaitable[Mapping[str, Any]]]
    erase: Callable[[Session, str], Awaitable[None]]
