/** Names of the stages, rounds and groups of a tournament. */

import { t } from "../words/words.js";

/** @typedef {import("../types.d.ts").StageName} StageName */

/** Returns the name of a stage or of a knockout round: "Final", "Round of 16".
 * @param {StageName} name
 * @returns {string}
 */
export const stageName = ({ code, number = 0 }) => `${t(`stage.${code}`)}${number ? ` ${number}` : ""}`;

/** Returns the number of a round with its name: "Round 3: Semi-final", or "Round 2 of 5" if the number of rounds is given.
 * @param {{round: number, name?: StageName | null}} one
 * @param {number} [rounds]
 * @returns {string}
 */
export const roundName = ({ round, name }, rounds = 0) => `${t(rounds ? "stage.round_of" : "stage.round", { round, rounds })}${name ? `: ${stageName(name)}` : ""}`;

/** Returns the name of a group, counted from 0: "Group A".
 * @param {number} group
 * @returns {string}
 */
export const groupName = (group) => t("stage.group", { letter: (group >= 26 ? letter(group / 26 - 1) : "") + letter(group % 26) });

/** @param {number} number */
const letter = (number) => String.fromCharCode(65 + Math.floor(number));
