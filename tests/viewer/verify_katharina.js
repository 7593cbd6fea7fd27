/** What verification needs to know about Katharina, without the drawing. */

import { draws } from "../../service/viewer/games/katharina/draws.js";
import { outcome } from "../../service/viewer/games/katharina/record.js";

export const game = { draws, outcome };
