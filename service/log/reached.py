"""The log's server, however it can be reached: by its address, in the midst of a service, or started for this."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from service.log.bundled import BundledValkey
from service.log.data_directory import running_socket


@contextmanager
def reached(redis_url: str | None, data: Path) -> Generator[str]:
    """The address of the configured server, else of the Valkey that runs over a data directory, or is started there."""
    if redis_url is not None:
        yield redis_url
    elif (socket := running_socket(data)) is not None:
        yield f"unix://{quote(str(socket))}"
    else:
        with BundledValkey.start(data) as valkey:
            yield valkey.url
