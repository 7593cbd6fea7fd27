/** Names of the stages, rounds and groups of a tournament. */

import { t } from "../words/words.js";

/** @typedef {import("../types.d.ts").StageName} StageName */

/** Returns the name of a stage or of a knockout round: "Final", "Round of 16".
 * @param {StageName} name
 * @returns {string}
 */
export const stageName = ({ code, number = 0 }) => `${t(`stage.${code}`)}${number ? ` ${number}` : ""}`;

/** Returns the number of a round with its name: "Round 3: Semi-final".
 * @param {{round: number, name?: StageName | null}} one
 * @returns {string}
 */
export const roundName = ({ round, name }) => `${t("stage.round", { round })}${name ? `: ${stageName(name)}` : ""}`;

/** Returns the name of a group, counted from 0: "Group A".
 * @param {number} group
 * @returns {string}
 */
export const groupName = (group) => t("stage.group", { letter: (group >= 26 ? letter(group / 26 - 1) : "") + letter(group % 26) });

/** @param {number} number */
const letter = (number) => String.fromCharCode(65 + Math.floor(number));
