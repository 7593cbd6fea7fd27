/** Katharina as the page knows it: everything about this game that is not shown by every game. */

import { Description } from "./description.js";
import { draws } from "./draws.js";
import { beat, mark, marks, points, round, turn, where } from "./marks.js";
import { outcome } from "./outcome.js";
import { notation, sentence } from "./sentences.js";
import { Table } from "./table.js";
import deBoard from "./words/de_board.js";
import dePlay from "./words/de_play.js";
import enBoard from "./words/en_board.js";
import enPlay from "./words/en_play.js";
import nlBoard from "./words/nl_board.js";
import nlPlay from "./words/nl_play.js";

/** @type {import("../../types.d.ts").Game} */
export const game = {
  words: { en: { ...enBoard, ...enPlay }, de: { ...deBoard, ...dePlay }, nl: { ...nlBoard, ...nlPlay } },
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
  draws,
  outcome,
};
