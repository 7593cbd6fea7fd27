"""Road networks drawn on paper, measured by hand, by `trails` and once more by a slow walk that knows no bit mask.

The graphs are drawn on the seven hexes in the middle of the island, whose corners are called as follows; a word such as
`cadg` is the roads from c to a, from a to d and from d to g::

              a       b
            /   \\   /   \\
          c       d       e
          |       |       |
          f       g       h
        /   \\   /   \\   /   \\
      i       j       k       l
      |       |       |       |
      m       n       o       p
        \\   /   \\   /   \\   /
          q       r       s
          |       |       |
          t       u       v
            \\   /   \\   /
              w       x
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from random import Random
from typing import NamedTuple

from chronik.domain.cities_knights import board
from chronik.domain.cities_knights.island import trails
from tests.support.cases import for_each

HEXES = {
    (0, -1): "adgjfc",
    (1, -1): "behkgd",
    (-1, 0): "fjnqmi",
    (0, 0): "gkornj",
    (1, 0): "hlpsok",
    (-1, 1): "nruwtq",
    (0, 1): "osvxur",
}
CORNER = {
    letter: board.CORNER[place]
    for hex_, letters in HEXES.items()
    for letter, place in zip(letters, board.corner_ids(*hex_), strict=True)
}
EDGE = {frozenset(ends): edge for edge, ends in enumerate(board.ENDS)}

Corners = frozenset[int]


def mask(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in set(numbers))


def roads(words: str) -> int:
    return mask(EDGE[frozenset((CORNER[a], CORNER[b]))] for word in words.split() for a, b in pairwise(word))


def corners(letters: str) -> int:
    return mask(CORNER[letter] for letter in letters)


def numbers(bits: int) -> frozenset[int]:
    return frozenset(number for number in range(72) if bits >> number & 1)


class Drawn(NamedTuple):
    shows: str
    words: str
    blocked: str
    length: int


DRAWN = (
    Drawn("no road at all", "", "", 0),
    Drawn("one road", "ad", "", 1),
    Drawn("one road between two foreign pieces", "ad", "ad", 1),
    Drawn("two roads in a line", "adg", "", 2),
    Drawn("the shortest line that wins the award", "cadgkh", "", 5),
    Drawn(
        "R11.9: an own knight or settlement on the line is not among the blocked corners and cuts nothing",
        "cadgkh",
        "",
        5,
    ),
    Drawn("foreign pieces beside the line do not touch it", "cadgkh", "bjnf", 5),
    Drawn("all 15 roads in a line", "ifcadbehlpsvxuwt", "", 15),
    Drawn("all 15 roads in a line, cut into 7 and 8", "ifcadbehlpsvxuwt", "h", 8),
    Drawn("a fork of three single roads: one arm is left out", "dgj gk", "", 2),
    Drawn("a fork with arms of one, two and three: the longest two count", "dg gjn gkhe", "", 5),
    Drawn("a fork with three arms of two", "gda gjn gko", "", 4),
    Drawn("a line with a stub in the middle", "cadgkos gj", "", 6),
    Drawn("two forks, one road between them", "dgko jgkh", "", 3),
    Drawn("a comb: a spine with two teeth", "cadbehl dg hk", "", 6),
    Drawn("a tree in which every arm forks again", "gda gdb gjf gjn gkh gko", "", 4),
    Drawn("all 15 roads in a tree with six tips", "gdac gdbe gjfi gjnq gkhl gkos", "", 6),
    Drawn("the same tree cut at its root: two tips of one arm", "gdac gdbe gjfi gjnq gkhl gkos", "g", 4),
    Drawn("a ring", "gkornjg", "", 6),
    Drawn("a ring with a tail of one: the tail's foot is passed twice", "gkornjg gd", "", 7),
    Drawn("a ring with a tail of two", "gkornjg gda", "", 8),
    Drawn(
        "a ring with tails at neighbouring corners: round, or the long way from tail to tail", "gkornjg gd kh", "", 7
    ),
    Drawn("the same with tails of two: from tail to tail the long way", "gkornjg gda khl", "", 9),
    Drawn("a ring with tails at opposite corners", "gkornjg gd ru", "", 7),
    Drawn("a ring with a tail at every second corner", "gkornjg gd os nq", "", 7),
    Drawn("a ring with a tail at every corner", "gkornjg gd kh os ru nq jf", "", 7),
    Drawn("a ring around two hexes", "adbehkgjfca", "", 10),
    Drawn("a figure eight: two rings that share a road", "adgjfca dbehkg", "", 11),
    Drawn("a figure eight with a tail: one road of the twelve is left out", "adgjfca dbehkg jn", "", 11),
    Drawn("a ring around three hexes", "adbehkornjfca", "", 12),
    Drawn("a ring around three hexes with two of its spokes", "adbehkornjfca dgk", "", 14),
    Drawn(
        "three hexes that share a corner, all 15 sides: four forks, so one road is left out",
        "adgjfca dbehkg kornj",
        "",
        14,
    ),
    Drawn("a ring of 14 around three hexes in a row, and a tail", "ifjgkhlpsornqmi gd", "", 15),
    Drawn("two rings joined by one road: round, across, round", "adgjfca gk khlpsok", "", 13),
    Drawn("two rings joined by one road, a tail at each", "adgjfca gk khlpsok jn or", "", 13),
    Drawn("a ring cut by a foreign settlement begins and ends at it", "gkornjg", "g", 6),
    Drawn("a ring cut at neighbouring corners", "gkornjg", "gk", 5),
    Drawn("a ring cut at opposite corners", "gkornjg", "gr", 3),
    Drawn("a ring cut at every second corner", "gkornjg", "gon", 2),
    Drawn("a ring cut at every corner", "gkornjg", "gkornj", 1),
    Drawn("a foreign knight where the tail meets the ring", "gkornjg gd", "g", 6),
    Drawn(
        "a foreign knight on the ring, away from the tail: round from the knight to the knight", "gkornjg gda", "r", 6
    ),
    Drawn("a foreign knight on the ring next to a longer tail", "gkornjg gdac", "k", 8),
    Drawn("a foreign piece at the tip of the tail", "gkornjg gd", "d", 7),
    Drawn("a line cut in the middle", "cadgkos", "g", 3),
    Drawn("a line cut off the middle", "cadgkos", "d", 4),
    Drawn("a line cut twice", "cadgkos", "dk", 2),
    Drawn("a line with a foreign piece at both of its tips", "cadgkos", "cs", 6),
    Drawn("a fork with arms of one, two and three, a foreign piece at its foot", "dg gjn gkhe", "g", 3),
    Drawn("a fork with arms of one, two and three, the third arm cut after two", "dg gjn gkhe", "h", 4),
    Drawn("a figure eight cut at one end of the shared road", "adgjfca dbehkg", "g", 10),
    Drawn("a figure eight cut at both ends of the shared road", "adgjfca dbehkg", "dg", 5),
    Drawn("three hexes cut at the corner they share: round and one spoke", "adgjfca dbehkg kornj", "g", 13),
    Drawn("two rings, the road between them cut at one end", "adgjfca gk khlpsok", "g", 7),
    Drawn("two lines apart", "cadg mqtwu", "", 4),
    Drawn("a ring and a shorter line apart", "gkornjg cadbeh", "", 6),
    Drawn("a ring and a longer line apart", "gkornjg ifcadbehl", "", 8),
    Drawn("a ring and a line apart, the line cut before both tips", "gkornjg ifcadbehlp", "fl", 7),
    Drawn("a ring and three single roads apart", "gkornjg ca be wt", "", 6),
    Drawn("two rings apart", "adgjfca osvxuro", "", 6),
    Drawn("two rings apart, one of them cut twice", "adgjfca osvxuro", "ad", 6),
)


def longest_walk(network: frozenset[Corners], blocked: Corners) -> int:
    """The longest trail, by trying every way of walking on (R16.1)."""

    def on(corner: int, used: frozenset[Corners]) -> int:
        ways = [road for road in network - used if corner in road]
        if not ways or (used and corner in blocked):
            return len(used)
        return max(on(next(iter(road - {corner})), used | {road}) for road in ways)

    return max((on(corner, frozenset()) for corner in frozenset().union(*network)), default=0)


def path_ends(network: frozenset[Corners], blocked: Corners, start: int) -> set[int]:
    """The corners at the end of some path whose inner corners are not blocked (R1.8)."""
    ends: set[int] = set()

    def on(path: tuple[int, ...]) -> None:
        ends.update(path[1:])
        if len(path) == 1 or path[-1] not in blocked:
            for road in network:
                if path[-1] in road and not road <= set(path):
                    on((*path, *(road - {path[-1]})))

    on((start,))
    return ends - {start}


def pairs(bits: int) -> frozenset[Corners]:
    return frozenset(frozenset(board.ENDS[edge]) for edge in numbers(bits))


class Position(NamedTuple):
    roads: int
    buildings: int
    knights: int
    blocked: int


def position(seed: int) -> Position:
    """Roads grown from two corners or thrown anywhere, own and foreign pieces wherever there is room."""
    random = Random(seed)
    count = random.randint(1, 15)
    starts = random.sample(range(54), 2)
    own = 0
    while own.bit_count() < count:
        ends = starts + [end for edge in numbers(own) for end in board.ENDS[edge]]
        edges = board.EDGES_OF_CORNER[random.choice(ends)] if seed % 4 else range(72)
        own |= 1 << random.choice(edges)
    met = sorted({end for edge in numbers(own) for end in board.ENDS[edge]})
    random.shuffle(met)
    owners = {corner: random.choices("bkf-", (2, 2, random.choice((0, 2, 5)), 8))[0] for corner in met}
    buildings, knights, blocked = (mask(corner for corner in met if owners[corner] == who) for who in "bkf")
    return Position(own, buildings, knights, blocked | 1 << random.choice([c for c in range(54) if c not in met]))


@for_each("drawn", DRAWN)
def test_in_drawn_networks_the_longest_trail_is_found(drawn: Drawn) -> None:
    """R16.1: no road twice, corners may be met again, an opponent's piece is first or last but never inside."""
    own, blocked = roads(drawn.words), corners(drawn.blocked)
    assert own.bit_count() <= 15
    assert trails.trail_length(own, blocked) == drawn.length
    assert longest_walk(pairs(own), numbers(blocked)) == drawn.length


def test_in_random_networks_the_longest_trail_matches_a_full_search() -> None:
    """R16.1: 800 networks against the walk that tries everything."""
    for seed in range(800):
        own, _, _, blocked = position(seed)
        assert trails.trail_length(own, blocked) == longest_walk(pairs(own), numbers(blocked)), seed


def test_in_crowded_networks_the_longest_trail_matches_a_full_search() -> None:
    """R16.1: 400 networks around three hexes, most with rings, with up to three foreign pieces."""
    for seed in range(400):
        random = Random(seed)
        centre = random.randrange(19)
        hexes = (centre, *random.sample(board.NEIGHBOURS_OF_HEX[centre], 2))
        sides = sorted({edge for hex_ in hexes for edge in board.EDGES_OF_HEX[hex_]})
        own = mask(random.sample(sides, random.randint(9, min(15, len(sides)))))
        met = sorted({end for edge in numbers(own) for end in board.ENDS[edge]})
        blocked = mask(random.sample(met, random.randint(0, 3)))
        assert trails.trail_length(own, blocked) == longest_walk(pairs(own), numbers(blocked)), seed


@for_each(
    ("shows", "lengths", "before", "now"),
    [
        ("nobody has five", (4, 4, 3), None, None),
        ("the first with five takes it", (4, 5, 3), None, 1),
        ("the holder keeps it when another draws level", (6, 6, 3), 0, 0),
        ("the holder keeps it among three", (5, 5, 5), 2, 2),
        ("another who is longer takes it", (6, 7, 3), 0, 1),
        ("the holder fell back but is still alone at the top", (6, 5, 3), 0, 0),
        ("the holder fell back and one other is alone at the top", (4, 6, 5), 0, 1),
        ("the holder fell back and several others tie: it is set aside", (4, 6, 6), 0, None),
        ("the holder fell below five and nobody else has five", (3, 4, 4), 0, None),
        ("set aside, still a tie", (6, 6, 4), None, None),
        ("set aside, one comes out on top", (6, 7, 4), None, 1),
        ("set aside, the tie is broken from below", (6, 5, 4), None, 0),
        ("two reach five at once", (5, 5, 0, 0), None, None),
        ("four seats", (5, 8, 8, 9), 1, 3),
    ],
)
def test_the_award_goes_to_the_unique_longest_road_or_stays_with_its_holder(
    shows: str, lengths: tuple[int, ...], before: int | None, now: int | None
) -> None:
    """R16.2, C-49."""
    assert trails.award_holder(lengths, before, 5) == now, shows


@for_each(
    ("shows", "words", "blocked", "start", "reached"),
    [
        ("nothing without a road", "", "", "g", ""),
        ("all of a line but the start", "cadg", "", "a", "cdg"),
        ("a ring, not back to the start", "gkornjg", "", "g", "korjn"),
        ("up to a foreign piece, not beyond", "cadgkos", "g", "c", "adg"),
        ("round the other side of a ring", "gkornjg", "k", "g", "kornj"),
        ("both sides of a ring cut twice", "gkornjg", "kn", "g", "kjn"),
        ("R11.7: a start that an opponent took is left in all directions", "cadgkos gj", "g", "g", "cadkosj"),
        ("a start from which no own road leads", "cadg", "", "n", ""),
        ("not the other component", "cadg nru", "", "d", "cag"),
    ],
)
def test_in_drawn_networks_the_reachable_corners_are_found(
    shows: str, words: str, blocked: str, start: str, reached: str
) -> None:
    """R1.8, R11.5, R11.7."""
    assert trails.reachable_corners(roads(words), corners(blocked), CORNER[start]) == corners(reached), shows


def test_in_random_networks_the_reachable_corners_match_a_path_search() -> None:
    """R1.8: the result is compared with a search of every path."""
    for seed in range(200):
        own, _, _, blocked = position(seed)
        for start in {end for edge in numbers(own) for end in board.ENDS[edge]}:
            assert numbers(trails.reachable_corners(own, blocked, start)) == path_ends(
                pairs(own), numbers(blocked), start
            ), seed


@for_each(
    ("shows", "words", "buildings", "blocked", "taken", "where"),
    [
        ("at a building without a road", "", "g", "", "", "gd gj gk"),
        ("at both ends of a road, not on it", "gk", "", "", "", "gd gj kh ko"),
        ("at the building and on from the road", "gk", "g", "", "", "gd gj kh ko"),
        ("not on from a foreign piece", "gk", "g", "k", "", "gd gj"),
        ("a road may end at a foreign piece", "gk", "g", "d", "", "gd gj kh ko"),
        ("not from a fork that an opponent took, though two own roads meet there", "dgk", "", "g", "", "da db kh ko"),
        ("not where an opponent has a road", "gk", "", "", "gd ko", "gj kh"),
        ("into the gap in a ring", "gkornj", "", "", "gd kh os ru nq jf", "gj"),
        ("the gap in a ring is closed from the one free end", "gkornj", "", "g", "gd kh os ru nq jf", "gj"),
        ("the gap in a ring with foreign pieces at both ends stays", "gkornj", "", "gj", "gd kh os ru nq jf", ""),
    ],
)
def test_in_drawn_networks_the_edges_where_a_road_may_be_built_are_found(
    shows: str, words: str, buildings: str, blocked: str, taken: str, where: str
) -> None:
    """R10.2."""
    own = roads(words)
    built = trails.buildable_edges(own, corners(buildings), corners(blocked), own | roads(taken))
    assert built == roads(where), shows


def test_in_random_networks_the_edges_where_a_road_may_be_built_match_the_rule() -> None:
    """R10.2, read out for each of the 72 edges."""
    for seed in range(300):
        own, buildings, _, blocked = position(seed)
        taken = own | position(seed + 1000).roads
        allowed = {
            edge
            for edge in range(72)
            if edge not in numbers(taken)
            and any(
                end not in numbers(blocked) and (end in numbers(buildings) or any(end in road for road in pairs(own)))
                for end in board.ENDS[edge]
            )
        }
        assert numbers(trails.buildable_edges(own, buildings, blocked, taken)) == allowed, seed


@for_each(
    ("shows", "words", "buildings", "knights", "opened"),
    [
        ("a lone road", "gk", "", "", "gk"),
        ("both ends of a line", "gkos", "", "", "gk os"),
        ("only the far end of a line from a settlement", "gkos", "g", "", "os"),
        ("no road between two buildings", "gk", "gk", "", ""),
        ("none of a ring", "gkornjg", "", "", ""),
        ("the tail of a ring", "gkornjg gd", "", "", "gd"),
        ("each arm of a fork", "dgj gk", "", "", "gd gj gk"),
        ("a knight at the free end holds it", "gkos", "g", "s", ""),
        ("a knight before the free end has another road", "gkos", "g", "o", "os"),
        ("a knight would be stranded by the removal of its only road", "gk", "", "g", ""),
        ("a knight whose only road ends at a free end, a building at his own", "gk", "k", "g", ""),
        ("a knight at the far end of a line does not hold the other end", "gkos", "", "g", "os"),
    ],
)
def test_in_drawn_networks_the_open_roads_are_found(
    shows: str, words: str, buildings: str, knights: str, opened: str
) -> None:
    """R14.2: an end where nothing else of the owner is attached, and no knight left without a road."""
    assert trails.open_roads(roads(words), corners(buildings), corners(knights)) == roads(opened), shows


def test_in_random_networks_the_open_roads_match_the_rule() -> None:
    """R14.2, read out for each road; no opponent's piece matters, so none is asked for."""
    for seed in range(300):
        own, buildings, knights, _ = position(seed)
        opened = set()
        for edge in numbers(own):
            rest = frozenset().union(*pairs(own & ~(1 << edge)))
            attached = rest | numbers(buildings | knights)
            if any(end not in attached for end in board.ENDS[edge]) and numbers(knights) <= rest:
                opened.add(edge)
        assert numbers(trails.open_roads(own, buildings, knights)) == opened, seed


@for_each(
    ("shows", "words", "buildings", "knights", "blocked", "opened"),
    [
        ("a lone road", "gk", "", "", "", "gk"),
        ("only the far end of a line from a settlement", "gkos", "g", "", "", "os"),
        ("none of a ring", "gkornjg", "", "", "", ""),
        ("the last road before a knight, linked to a settlement", "gkos", "g", "s", "", ""),
        ("the last road before a knight, linked to a knight", "gkos", "", "gs", "", ""),
        ("the last road before a knight, linked to nothing: the knight does not hold it", "gkos", "", "s", "", "gk os"),
        ("a road with a knight at each end", "gk", "", "gk", "", ""),
        ("a road with a knight at one end", "gk", "", "k", "", "gk"),
        ("the link to the settlement goes through a foreign knight", "gkos", "g", "s", "k", "os"),
        ("a foreign knight at the inner end of the last road cuts the link as well", "gkos", "g", "s", "o", "os"),
        ("a foreign knight beside the link does not cut it", "gkos kh", "g", "s", "h", "kh"),
        ("a ring leads round the foreign knight", "gkornjg gd", "n", "d", "j", ""),
    ],
)
def test_in_drawn_networks_the_open_roads_of_the_2025_rule_are_found(
    shows: str, words: str, buildings: str, knights: str, blocked: str, opened: str
) -> None:
    """C-74, diplomat_open_road=free_end_2025."""
    found = trails.open_roads_2025(roads(words), corners(buildings), corners(knights), corners(blocked))
    assert found == roads(opened), shows


def test_in_random_networks_the_open_roads_match_the_2025_rule() -> None:
    """C-74, read out for each road; a link does not go through an opponent's piece, not even at the road's own end."""
    for seed in range(300):
        own, buildings, knights, blocked = position(seed)
        pieces = numbers(buildings | knights)
        opened = set()
        for edge in numbers(own):
            rest = pairs(own & ~(1 << edge))
            free = any(
                end not in numbers(buildings) and not any(end in road for road in rest) for end in board.ENDS[edge]
            )
            linked = all(
                end in pieces or (end not in numbers(blocked) and path_ends(rest, numbers(blocked), end) & pieces)
                for end in board.ENDS[edge]
            )
            if free and not linked:
                opened.add(edge)
        assert numbers(trails.open_roads_2025(own, buildings, knights, blocked)) == opened, seed
