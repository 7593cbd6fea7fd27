/** The luck of a match: each seat's production compared with the average, and how often rolls, duels and events occurred. */

import { html, memo } from "../../dom.js";
import { Columns, Luck as Drawn, decimal } from "../../ui/luck.js";
import { t } from "../../words/words.js";
import { named } from "./box.js";
import { Symbol } from "./symbols.js";

/**
 * @typedef {{fought: number, won: number, expected: number}} Contests
 * @typedef {{numbers: Record<string, number>, expected_numbers: Record<string, number>, faces: Record<string, number>, expected_faces: Record<string, number>, events: Record<string, number>, seats: {duels: Contests, jousts: Contests}[]}} Report
 */

/** @type {import("../../ui/luck.js").Word} */
const word = (key, params = {}) => t(`catan_cards.luck.${key}`, params);

/** @param {import("../../types.d.ts").ReportProps} props */
export const Luck = (props) => html`<${Drawn} ...${props} game="catan_cards" word=${word} whole=${() => ({})} Often=${Often} />`;

/** Draws how often each number and face of the dice came up beside its mean, the duels and jousts, and the event cards that came up.
 * @type {(props: {report: Report, components: any, seats: import("../../types.d.ts").SeatInfo[], language: string}) => any}
 */
const Often = memo((/** @type {{report: Report, components: any, seats: import("../../types.d.ts").SeatInfo[]}} */ { report, components, seats }) => {
  const contests = seats.flatMap(({ seat, name }) => /** @type {const} */ (["duels", "jousts"]).flatMap((kind) => {
    const { fought, won, expected } = report.seats[seat][kind];
    return fought ? [word(kind, { who: name, won, fought, expected: decimal(expected) })] : [];
  }));
  const events = Object.entries(report.events);
  return html`<h3>${word("numbers")}</h3>
    <${Columns} word=${word} counts=${report.numbers} means=${report.expected_numbers} sign=${(/** @type {string} */ n) => n} name=${(/** @type {string} */ n) => n} />
    <h3>${word("faces")}</h3>
    <${Columns} word=${word} counts=${report.faces} means=${report.expected_faces} sign=${(/** @type {string} */ id) => html`<${Symbol} kind=${id} />`} name=${(/** @type {string} */ id) => named(components, "face", id)} />
    ${contests.length > 0 && html`<h3>${word("contests")}</h3><ul>${contests.map((one) => html`<li key=${one}>${one}</li>`)}</ul>`}
    ${events.length > 0 && html`<h3>${word("events")}</h3><ul>${events.map(([id, n]) => html`<li key=${id}>${named(components, "event", id)}: ${n}</li>`)}</ul>`}`;
});
