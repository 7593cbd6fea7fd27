"""The history of the tables, one Alembic step per file in `versions/`."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def config(connection: Connection) -> Config:
    """Alembic's settings, made in code: an installed service has no `alembic.ini`."""
    made = _here()
    made.attributes["connection"] = connection
    return made


def _here() -> Config:
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    return made


def upgrade(connection: Connection, to: str = "head") -> None:
    """Applies every step that is missing, or those up to one, inside the caller's transaction."""
    command.upgrade(config(connection), to)


def check(connection: Connection) -> None:
    """Raises when the table classes say something that no step has done."""
    command.check(config(connection))


def steps() -> tuple[str, ...]:
    """The names of all steps, the last one first."""
    return tuple(step.revision for step in ScriptDirectory.from_config(_here()).walk_revisions())
