"""Copies the drawings of the Catan card game's cards, regions and events from the icon set game-icons.

`python -m tests.viewer.drawings ICONS CHECKOUT` reads `icons.json` of the npm package `@iconify-json/game-icons`, and
the authors from a git checkout of https://github.com/game-icons/icons, whose folders are named after them.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from chronik.domain.catan_cards.facts.printed import CardSet
from chronik.domain.games import facts
from tests.viewer.svg_path import round_path

DRAWINGS = Path(__file__).parents[2] / "service/viewer/games/catan_cards/drawings"

CHOSEN = {
    # regions
    "forest": "pine-tree",
    "pasture": "sheep",
    "hills": "brick-pile",
    "mountains": "mountains",
    "fields": "wheat",
    "goldfield": "gold-nuggets",
    # region expansions
    "abbey": "monk-face",
    "garrison": "guarded-tower",
    "smithy": "anvil-impact",
    "brick_factory": "brick-wall",
    "foundry": "foundry-bucket",
    "grain_mill": "windmill",
    "sawmill": "crosscut-saw",
    "woolen_mill": "wool",
    "fleet_brick": "caravel",
    "fleet_gold": "galleon",
    "fleet_grain": "sailboat",
    "fleet_lumber": "drakkar",
    "fleet_ore": "trireme",
    "fleet_wool": "shooner-sailboat",
    "knight_conrad": "mounted-knight",
    "knight_falk": "crested-helmet",
    "knight_gotz": "mailed-fist",
    "knight_hagen": "visored-helm",
    "knight_karl": "heavy-helm",
    "knight_osmund": "crowned-heart",
    "knight_otto": "battle-axe",
    "knight_pippin": "barbute",
    "knight_siegfried": "swordman",
    "knight_walter": "closed-barbute",
    "common_land": "field",
    "village_school": "teacher",
    "chapel_st_agatha": "prayer",
    # city expansions
    "aqueduct": "aqueduct",
    "bath_house": "bathtub",
    "church": "church",
    "colossus": "moai",
    "counting_house": "abacus",
    "harbor": "harbor-dock",
    "library": "bookshelf",
    "marketplace": "shop",
    "merchant_guild": "scales",
    "mint": "crown-coin",
    "town_hall": "greek-temple",
    "patrons_house": "palette",
    "hospital": "healing",
    "statue": "throne-king",
    # actions
    "alchemist": "bubbling-flask",
    "arsonist": "burning-embers",
    "bishop": "pope-crown",
    "black_knight": "black-knight-helm",
    "brigands": "robber-mask",
    "caravan": "camel",
    "herb_woman": "herbs-bundle",
    "merchant": "swap-bag",
    "scout": "spyglass",
    "spy": "hooded-figure",
    "feeding_the_poor": "bread",
    "courage": "revolt",
    "guido": "shaking-hands",
    "artwork_sculpture": "stone-bust",
    "artwork_epic": "scroll-quill",
    "artwork_relief": "chisel",
    "artwork_fountain": "water-fountain",
    "joust": "cavalry",
    "growth": "medieval-village-01",
    # cards on roads and in the centre
    "lancers": "spears",
    "market_town": "village",
    "traveling_theater": "drama-masks",
    "public_feeling": "discussion",
    # event cards
    "civil_war": "barricade",
    "conflict": "crossed-swords",
    "master_builder": "trowel",
    "plague": "rat",
    "productive_year": "grain-bundle",
    "progress": "gears",
    "year_end": "hourglass",
    "golden_times": "sun",
    "unrest": "pitchfork",
    # faces of the event die, and tokens
    "brigand_attack": "robber",
    "trade_advantage": "trade",
    "tournament": "trophy",
    "year_of_plenty": "cornucopia",
    "event_card": "card-random",
    "knight_token": "knight-banner",
    "mill_token": "water-mill",
}

ARTISTS = {card.id for card in facts("catan_cards").cards.values() if card.set is CardSet.KW}
ARTISTS |= {"golden_times", "unrest"}
"""The drawings of Artists & Benefactors, which matches of the base game do not need."""
PATH = re.compile(r'<path fill="currentColor" d="([^"]+)"/>')
LICENSE = """The drawings in paths.js and artists_paths.js come from https://game-icons.net,
npm package @iconify-json/game-icons {version}.
They are licensed under CC BY 3.0: https://creativecommons.org/licenses/by/3.0/
Changed: colour; coordinates are halved and rounded.

drawing of | icon | author
{rows}
"""


def authors(checkout: Path) -> dict[str, list[str]]:
    """Returns the folders in which the repository has an icon of each name."""
    listed = subprocess.run(
        ["git", "-C", checkout, "ls-tree", "-r", "--name-only", "HEAD"], capture_output=True, text=True, check=True
    ).stdout
    found = defaultdict(list)
    for path in listed.splitlines():
        folder, _, name = path.partition("/")
        if name.endswith(".svg"):
            found[Path(name).stem].append(folder)
    return found


def author(icon: str, path: str, folders: list[str], checkout: Path) -> str:
    """Returns the author of an icon; of several with the same name, the one who drew this path."""
    if len(folders) == 1:
        return folders[0]
    for folder in folders:
        drawn = subprocess.run(
            ["git", "-C", checkout, "show", f"HEAD:{folder}/{icon}.svg"], capture_output=True, text=True, check=True
        ).stdout
        if path[:20] in drawn:
            return folder
    raise SystemExit(f"{icon} is by none of {folders}")


def main(package: Path, checkout: Path) -> None:
    """Writes the paths, their authors and the licence."""
    icons = json.loads(package.read_text("utf-8"))
    version = json.loads(package.with_name("package.json").read_text("utf-8"))["version"]
    folders = authors(checkout)
    paths: dict[str, str] = {}
    by: dict[str, str] = {}
    for drawing, icon in CHOSEN.items():
        found = PATH.fullmatch(icons["icons"][icon]["body"])
        assert found, f"{icon} is not a single path"
        paths[drawing] = round_path(found[1], 0.5)
        by[drawing] = author(icon, found[1], folders[icon], checkout).replace("-", " ").title()
    rows = "\n".join(f"{drawing} | {icon} | {by[drawing]}" for drawing, icon in CHOSEN.items())
    (DRAWINGS / "game-icons.LICENSE").write_text(LICENSE.format(version=version, rows=rows), "utf-8")
    for file, of in (("paths.js", "the base game"), ("artists_paths.js", "Artists & Benefactors")):
        chosen = {name: path for name, path in paths.items() if (name in ARTISTS) == (file == "artists_paths.js")}
        write(file, f"The SVG paths of the drawings of {of}, in a box of 256 × 256", chosen)
    credited = {name: [drawing for drawing in CHOSEN if by[drawing] == name] for name in sorted(set(by.values()))}
    write("authors.js", "The drawings of each author", credited)


def write(file: str, heading: str, content: object) -> None:
    """Writes a module that exports this content."""
    text = json.dumps(content, indent=2)
    (DRAWINGS / file).write_text(
        f"/** {heading}. `tests/viewer/drawings.py` writes this file. */\n\nexport default {text};\n", "utf-8"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
