/** Katharina as the page knows it: everything about this game that is not shown by every game. */

import { lazy } from "../../ui/lazy.js";
import { t } from "../../words/words.js";
import { beat, mark, marks, points, round, sealed, stands, turn, where } from "./marks.js";
import { sentence } from "./sentences.js";
import { Table } from "./table.js";

/** @type {import("../../types.d.ts").Game} */
export const game = {
  Table,
  Description: lazy(() => import("./description.js").then((module) => module.Description)),
  record: () => import("./record.js"),
  picture: () => import("./picture.js").then(({ Picture }) => Picture),
  moving: () => import("./moving.js").then(({ movements, Face }) => ({ movements, Face })),
  sentence,
  mark,
  marks,
  beat,
  turn,
  round,
  where,
  stands,
  points,
  source: (name) => t(`katharina.source.${name}`),
  sealed,
};
