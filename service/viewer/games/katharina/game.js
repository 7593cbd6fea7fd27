/** Katharina as the page knows it: everything about this game that is not shown by every game. */

import { Description } from "./description.js";
import { draws } from "./draws.js";
import { beat, mark, marks, points, round, sealed, turn, where } from "./marks.js";
import { outcome } from "./outcome.js";
import { notation } from "./notation.js";
import { sentence } from "./sentences.js";
import { Table } from "./table.js";

/** @type {import("../../types.d.ts").Game} */
export const game = {
  words: async (language) => (await import(`./words/${language}.js`)).default,
  style: "style.css",
  Table,
  Description,
  sentence,
  notation,
  mark,
  marks,
  beat,
  turn,
  round,
  where,
  points,
  sealed,
  draws,
  outcome,
};
