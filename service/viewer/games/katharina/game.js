/** Katharina's interface to the page: everything that differs from other games. */

import { lazy } from "../../ui/lazy.js";
import { t } from "../../words/words.js";
import { beat, mark, marks, round, turn, where } from "./marks.js";
import { points, sealed, stands } from "../watching.js";
import { gains } from "./results.js";
import { sentence } from "./sentences.js";
import { Table } from "./table.js";

/** @type {import("../../types.d.ts").Game} */
export const game = {
  Table,
  Description: lazy(() => import("./description.js").then((module) => module.Description)),
  lesson: () => import("./lesson.js").then(({ moments }) => moments),
  phrase: () => import("./choice/phrase.js").then(({ phrase }) => phrase),
  record: () => import("./record.js"),
  picture: () => import("./picture.js").then(({ Picture }) => Picture),
  moving: () => import("./moving.js").then(({ movements, Face }) => ({ movements, Face })),
  sentence,
  mark,
  marks,
  duration: beat,
  turn,
  round,
  phaseText: where,
  isSetUp: stands,
  points,
  gains,
  sourceName: (name) => t(`katharina.source.${name}`),
  sealed,
};
