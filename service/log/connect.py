"""Finds the log's server: at its configured address, in a running service, or by starting it for this command."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from chronik.service.log.bundled import BundledValkey
from chronik.service.log.data_directory import running_socket


@contextmanager
def open_log_server(redis_url: str | None, data: Path) -> Generator[str]:
    """Yields the address of the configured server, or of the data directory's Valkey, which is started if needed."""
    if redis_url is not None:
        yield redis_url
    elif (socket := running_socket(data)) is not None:
        yield f"unix://{quote(str(socket))}"
    else:
        with BundledValkey.start(data) as valkey:
            yield valkey.url
