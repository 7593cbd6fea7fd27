/** The luck of a match: each seat's production compared with the average, and how often each roll came up. */

import { html, memo } from "../../dom.js";
import { Columns, Luck as Drawn } from "../../ui/luck.js";
import { t } from "../../words/words.js";
import { named } from "./box.js";
import "./opened.js";
import { Symbol } from "./symbols.js";

/** @typedef {{totals: Record<string, number>, expected_totals: Record<string, number>, faces: Record<string, number>, expected_faces: Record<string, number>}} Report */

/** @type {import("../../ui/luck.js").Word} */
const word = (key, params = {}) => t(`cities_knights.luck.${key}`, params);

/** Returns the numbers of cards stolen and lost to thieves. @param {{stolen: number, lost: number}} seat */
const robbed = ({ stolen, lost }) => ({ stolen, lost });

/** @param {import("../../types.d.ts").ReportProps} props */
export const Luck = (props) => html`<${Drawn} ...${props} game="cities_knights" word=${word} whole=${robbed} Often=${Often} />`;

/** Draws how often each total of the dice and each face of the event die came up, beside its mean.
 * @type {(props: {report: Report, components: any, language: string}) => any}
 */
const Often = memo((/** @type {{report: Report, components: any}} */ { report, components }) => {
  const face = (/** @type {string} */ id) => (id === "ship" ? named(components, "piece", "ship") : named(components, "track", id));
  return html`<h3>${word("totals")}</h3>
    <${Columns} word=${word} counts=${report.totals} means=${report.expected_totals} sign=${(/** @type {string} */ total) => html`<span class=${total === "6" || total === "8" ? "ck-hot" : ""}>${total}</span>`} name=${(/** @type {string} */ total) => total} />
    <h3>${word("faces")}</h3>
    <${Columns} word=${word} counts=${report.faces} means=${report.expected_faces} sign=${(/** @type {string} */ id) => html`<${Symbol} kind=${id} />`} name=${face} />`;
});
