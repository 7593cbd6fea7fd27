"""Files one after another as a tar (POSIX ustar), written without knowing what follows."""

from tarfile import BLOCKSIZE, USTAR_FORMAT, TarInfo

END = bytes(2 * BLOCKSIZE)
"""What a tar ends with; one without it broke off."""


def member(name: str, content: bytes, at: int) -> bytes:
    """A file of a tar, with the moment (milliseconds since 1970) at which it came to be as it is."""
    info = TarInfo(name)
    info.size, info.mtime = len(content), at // 1000
    return info.tobuf(USTAR_FORMAT) + content + bytes(-len(content) % BLOCKSIZE)
