"""Makes the typefaces of the pages from their npm packages: `python -m tests.viewer.make_fonts FOLDER`.

FOLDER is a `node_modules` that contains the packages (`npm install @fontsource-variable/figtree@5.3.0 …`). Only the
letters of English, German and Dutch and of European names stay, with the weights that the pages use.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FOLDER = Path(__file__).parents[2] / "service/viewer/fonts"
CHARACTERS = [*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, "Œœ–—‘’‚“”„•…‹›€−×→←↑↓≤≥")]
WEIGHTS: dict[str, tuple[float, float] | float] = {"figtree": (400, 700), "fraunces": 650}
"""The range of weights of each family, or its only weight."""


def make(packages: Path, family: str, weights: tuple[float, float] | float) -> Path:
    """Writes a family's file, and returns its path."""
    package = packages / "@fontsource-variable" / family
    font = TTFont(package / "files" / f"{family}-latin-wght-normal.woff2")
    instantiateVariableFont(font, {"wght": weights}, inplace=True)
    options = Options(flavor="woff2", layout_features=["kern", "liga", "tnum", "lnum", "mark", "ccmp", "locl"])
    options.hinting = False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)
    font.flavor = "woff2"
    file = FOLDER / f"{family}.woff2"
    font.save(file)
    return file


if __name__ == "__main__":
    packages = Path(sys.argv[1])
    notices, terms = "", ""
    for name, kept in WEIGHTS.items():
        made = make(packages, name, kept)
        notice, _, terms = (packages / "@fontsource-variable" / name / "LICENSE").read_text("utf-8").partition("\n")
        notices += notice + "\n"
        print(f"{made.name}: {made.stat().st_size:,} bytes")
    (FOLDER / "OFL.LICENSE").write_text(notices + terms, "utf-8")
