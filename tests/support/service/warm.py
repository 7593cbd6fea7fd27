"""A database and an application, made as the fork server starts: its copies need not import what these import late."""

import tempfile
from pathlib import Path

from chronik.service.app import create_app
from chronik.service.running.settings import Settings
from tests.support.service import signatures
from tests.support.service.sql import apart, migrated


async def build(folder: Path) -> None:
    database = f"sqlite+aiosqlite:///{folder / 'chronik.db'}"
    create_app(Settings(redis_url="redis://127.0.0.1:1", database_url=database, data=folder))


signatures.share()
migrated()
with tempfile.TemporaryDirectory() as made:
    apart(build(Path(made)))
