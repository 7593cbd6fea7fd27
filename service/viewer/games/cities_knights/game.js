/** The interface of Cities & Knights to the page: everything that differs from other games. */

import { lazy } from "../../ui/lazy.js";
import { t } from "../../words/words.js";
import { beat, mark, marks, round, turn, where } from "./marks.js";
import { points, stands } from "../watching.js";
import { sentence } from "./sentences.js";
import { gains } from "./seat.js";
import { Table } from "./table.js";

/** @type {import("../../types.d.ts").Game} */
export const game = {
  Table,
  Description: lazy(() => import("./description.js").then((module) => module.Description)),
  lesson: () => import("./lesson.js").then(({ moments }) => moments),
  phrase: () => import("./choice/phrase.js").then(({ phrase }) => phrase),
  record: () => import("./record.js"),
  picture: () => import("./picture.js").then(({ Picture }) => Picture),
  moving: () => import("./scenes/scenes.js").then(({ movements, Face }) => ({ movements, Face })),
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
  losable: ({ points, cities, walls, knights, roads, cards }) => ({ points, cities, walls, knights, roads, cards }),
  sourceName: (name) => t(`cities_knights.source.${name}`),
  report: { title: () => t("cities_knights.luck.title"), Report: lazy(() => import("./luck.js").then((module) => module.Luck), { styles: ["style/luck.css"] }) },
};
