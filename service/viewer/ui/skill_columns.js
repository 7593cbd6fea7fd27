/** The columns of tables about luck and skill, as the analysis of a match gives them. */

import { percent } from "./percent.js";

/** The columns of luck and skill. */
export const COLUMNS = ["luck", "share", "error", "mistakes"];

/** Returns the cells of a seat in these columns. @param {import("../types.d.ts").Analysis["seats"][number]} seat */
export const columnsOf = ({ luck, explained, error, mistakes, decisions }) => [percent(luck, "exceptZero"), explained == null ? "–" : percent(explained), percent(error), `${mistakes} / ${decisions}`];
