"""Reduces a picture to 256 colours, so that it is small enough for a README."""

from __future__ import annotations

import struct
import zlib
from base64 import b64decode, b64encode
from collections import Counter

from playwright.sync_api import Page

PIXELS = """async (png) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
  const parts = [];
  for (let at = 0; at < data.length; at += 0x8000) parts.push(String.fromCharCode(...data.subarray(at, at + 0x8000)));
  return [picture.width, picture.height, btoa(parts.join(""))];
}"""

Colour = tuple[int, int, int]


def pixels(page: Page, png: bytes) -> tuple[int, list[Colour]]:
    """Returns the width of a picture and its colours, row by row; a blank page of the browser decodes it."""
    width, _, data = page.evaluate(PIXELS, b64encode(png).decode())
    raw = b64decode(data)
    return width, list(zip(raw[0::4], raw[1::4], raw[2::4], strict=True))


def small(page: Page, png: bytes) -> bytes:
    """Returns the same picture in 256 colours."""
    width, seen = pixels(page, png)
    height = len(seen) // width
    counts = Counter(seen)
    palette = chosen(counts)
    index = {colour: nearest(colour, palette) for colour in counts}
    rows = (bytes(index[pixel] for pixel in seen[at : at + width]) for at in range(0, width * height, width))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        [
            chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            chunk(b"PLTE", b"".join(bytes(colour) for colour in palette)),
            chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9)),
            chunk(b"IEND", b""),
        ]
    )


def chosen(counts: Counter[Colour]) -> list[Colour]:
    """Returns the most frequent colours, without near duplicates."""
    common: dict[Colour, Colour] = {}
    for colour, _ in counts.most_common():
        common.setdefault((colour[0] >> 3, colour[1] >> 3, colour[2] >> 3), colour)
    return list(common.values())[:256]


def nearest(colour: Colour, palette: list[Colour]) -> int:
    red, green, blue = colour
    return min(
        range(len(palette)),
        key=lambda n: (palette[n][0] - red) ** 2 + 2 * (palette[n][1] - green) ** 2 + (palette[n][2] - blue) ** 2,
    )


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
