"""Rounds the path of a drawing to whole units of a smaller box, which makes it half as long."""

import re
from collections.abc import Iterator

TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
COUNTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
"""How many numbers each command takes."""
FLAGS = re.compile(r"([01])\s*,?\s*([01])")
Point = tuple[float, float]


def round_path(path: str, scale: float = 1) -> str:
    """Returns a scaled path with relative whole coordinates, none of whose points is more than half a unit away."""
    at: Point = (0.0, 0.0)
    drawn: Point = (0, 0)
    start: tuple[Point, Point] = (at, drawn)
    short = ""
    last = ""
    for letter, numbers in _steps(path):
        kind = letter.lower()
        if kind == "z":
            at, drawn = start
            short, last = short + "z", "z"
            continue
        points = _points(letter, numbers, at)
        rounded = [(round(scale * x) - drawn[0], round(scale * y) - drawn[1]) for x, y in points]
        if kind in "hv":
            said = [rounded[0]["hv".index(kind)]]
        elif kind == "a":
            radii = [round(scale * radius) for radius in numbers[:2]]
            said = [*radii, *map(int, numbers[2:5]), *rounded[0]]
        else:
            said = [number for pair in rounded for number in pair]
        at, drawn = points[-1], (drawn[0] + rounded[-1][0], drawn[1] + rounded[-1][1])
        short += _command(kind, said, last)
        if kind == "m":
            start = (at, drawn)
        last = "l" if kind == "m" else kind
    return short


def _command(kind: str, numbers: list[float], last: str) -> str:
    """Returns a command; its letter is left out if it repeats the last one."""
    words = [str(int(number)) for number in numbers]
    text = words[0] + "".join(word if word.startswith("-") else f" {word}" for word in words[1:])
    if kind != last:
        return kind + text
    return text if text.startswith("-") else f" {text}"


def _points(letter: str, numbers: list[float], at: Point) -> list[Point]:
    """Returns the points of a command as absolute coordinates; the last one is where it ends."""
    kind = letter.lower()
    base = at if letter.islower() else (0.0, 0.0)
    if kind == "h":
        return [(base[0] + numbers[0], at[1])]
    if kind == "v":
        return [(at[0], base[1] + numbers[0])]
    pairs = numbers[5:] if kind == "a" else numbers
    return [(base[0] + x, base[1] + y) for x, y in zip(pairs[::2], pairs[1::2], strict=True)]


def _steps(path: str) -> Iterator[tuple[str, list[float]]]:
    """Yields each command with its numbers; a command without a letter repeats the one before."""
    at, letter = 0, ""
    while found := TOKEN.search(path, at):
        if found[0].isalpha():
            letter, at = found[0], found.end()
            if letter in "zZ":
                yield letter, []
            continue
        numbers: list[float] = []
        while len(numbers) < COUNTS[letter.lower()]:
            if letter in "aA" and len(numbers) == 3:  # flags need no space between them: `a5 5 0 011 1`
                flags = FLAGS.search(path, at)
                assert flags
                numbers += [float(flags[1]), float(flags[2])]
                at = flags.end()
            else:
                found = TOKEN.search(path, at)
                assert found is not None
                numbers.append(float(found[0]))
                at = found.end()
        yield letter, numbers
        letter = {"m": "l", "M": "L"}.get(letter, letter)
