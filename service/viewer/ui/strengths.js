/** The strengths of the built-in bots: Elo and half of its 95 % interval, by game and level.
 * The mean is 1500. Written by `make strengths`. @type {Record<string, Record<string, [number, number]>>} */
export const STRENGTHS = {"katharina": {"random": [1012, 212], "greedy": [1548, 98], "careful": [1698, 101], "strong": [1742, 105]}, "catan_cards": {"random": [1191, 228], "greedy": [1462, 164], "careful": [1599, 166], "strong": [1748, 193]}, "cities_knights": {"random": [1107, 214], "greedy": [1574, 115], "strong": [1657, 118], "careful": [1661, 122]}};
