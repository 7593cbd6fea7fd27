/** What verification needs of Katharina, without the parts that draw. */

import { draws } from "../../service/viewer/games/katharina/draws.js";
import { outcome } from "../../service/viewer/games/katharina/record.js";

export const game = { draws, outcome };
