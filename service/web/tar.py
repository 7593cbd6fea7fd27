"""Writes a tar archive (POSIX ustar) file by file, without knowing in advance which files follow."""

from tarfile import BLOCKSIZE, USTAR_FORMAT, TarInfo

END = bytes(2 * BLOCKSIZE)
"""The end of a tar; a file without it was cut short."""


def tar_member(name: str, content: bytes, at: int) -> bytes:
    """Returns a file as a tar contains it; `at` is its modification time in milliseconds since 1970."""
    info = TarInfo(name)
    info.size, info.mtime = len(content), at // 1000
    return info.tobuf(USTAR_FORMAT) + content + bytes(-len(content) % BLOCKSIZE)
