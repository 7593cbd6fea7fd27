"""What each tie-break counts, in a sentence with its source, for those who count again or write words of their own."""

from collections.abc import Mapping
from types import MappingProxyType

MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "WON": "Tables won by playing; a shared first place is none (FIDE C.07 7.2).",
        "WIN": "Rounds that gave as much as a win: played, ruled, or a bye (C.07 7.1).",
        "PLC2": "How often second, be it shared (Catan championship rules).",
        "PLC3": "How often third, be it shared (Catan championship rules).",
        "BPL": "The best finish, as one divided by the place: 1 for a first place, 1/2 for a second (WBC 2017).",
        "VP": "The victory points of all tables (Catan championship rules).",
        "VPS": "The sum of the shares of the tables' victory points, as if all tables had been of four (Mayfair).",
        "BST": "The best share of a table's victory points, as if it had been of four.",
        "VPD": "The victory points less the mean of the others at the table; at two the difference (our own).",
        "GMD": "Games won less games lost, at tables of several games and of one (our own).",
        "OPT": "The scores of all opponents met; who was met twice counts twice (Board Game Arena).",
        "OPA": "The mean of the scores of all opponents met (Board Game Arena).",
        "OWR": "The mean of the opponents' shares of tables won, without a lower limit (competitive Commander).",
        "BH": "Buchholz: the adjusted scores of all opponents (C.07 8.1).",
        "BH-C1": "Buchholz without the least one (C.07 8.1, 14.1).",
        "BH-C2": "Buchholz without the two least ones (C.07 8.1, 14.2).",
        "BH-M1": "Buchholz without the least and the greatest one (C.07 8.1, 14.3).",
        "BH-M2": "Buchholz without the two least and the two greatest ones (C.07 8.1, 14.4).",
        "AOB": "The mean of the Buchholz of the opponents met over the board (C.07 8.2).",
        "SB": "Sonneborn-Berger: the adjusted scores of those beaten, and half of those drawn with (C.07 9.1).",
        "SB-C1": "Sonneborn-Berger without the least one (C.07 9.1, 14.1.1.4).",
        "KS": "Koya: the results against those who scored at least half of what they could (C.07 9.2).",
        "PS": "The sum of the scores after each round (C.07 7.5).",
        "PS-C1": "The sum of the scores after each round but the first (C.07 7.5).",
        "DE": "Direct encounter: the results among those still tied, if all of them met over the board (C.07 6.1).",
        "H2H": "The results among those still tied, if all of them have met, ruled tables too.",
        "LOT": "A lot from the tournament's secret, the last one always; drawn only where a place matters.",
    }
)
"""By code, in the order in which they are told. A code never changes its meaning."""
