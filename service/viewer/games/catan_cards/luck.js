/** The luck of a match: what production brought each seat beside what it brings on average, how often what was rolled, and duels. */

import { html, memo, useEffect, useMemo, useRef, useState } from "../../dom.js";
import { read } from "../../api/api.js";
import { Badge } from "../../ui/seat_badge.js";
import { language, t } from "../../words/words.js";
import { named } from "./box.js";
import { Symbol } from "./symbols.js";

/**
 * @typedef {{version: number, number: number, expected: number[], actual: number[], band: number[]}} Throw
 * @typedef {{fought: number, won: number, expected: number}} Contests
 * @typedef {{throws: Throw[], numbers: Record<string, number>, expected_numbers: Record<string, number>, faces: Record<string, number>, expected_faces: Record<string, number>, events: Record<string, number>, seats: {expected: number, actual: number, deviation: number, luckier_than: number, duels: Contests, jousts: Contests}[]}} Report
 * @typedef {import("../../types.d.ts").ReportProps} ReportProps
 */

const word = (/** @type {string} */ key, params = {}) => t(`catan_cards.luck.${key}`, params);

/** @param {ReportProps} props */
export function Luck(props) {
  const [report, setReport] = useState(/** @type {Report | null} */ (null));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    setFailed(false);
    read(`/catan_cards/matches/${props.match}/luck`).then((found) => gone || setReport(found), () => gone || setFailed(true));
    return () => void (gone = true);
  }, [props.match, props.last]);
  if (failed && !report) return html`<p class="soft">${t("common.unreachable")}</p>`;
  if (!report) return html`<p class="soft">${t("common.loading")}</p>`;
  if (!report.throws.length) return html`<p class="soft">${word("none")}</p>`;
  return html`<${Shown} ...${props} report=${report} />`;
}

/** @param {ReportProps & {report: Report}} props */
function Shown({ report, seats, components, at, begin, last, go }) {
  const field = useRef(/** @type {HTMLElement | null} */ (null));
  const drag = (/** @type {PointerEvent} */ event) => {
    if (event.type === "pointerdown") /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
    else if (event.buttons === 0) return;
    const box = /** @type {HTMLElement} */ (field.current).getBoundingClientRect();
    go(begin + Math.round(((event.clientX - box.left) / box.width) * (last - begin)));
  };
  const now = thrownBy(report.throws, at);
  const part = Math.max(0, Math.min(1, (at - begin) / Math.max(1, last - begin)));
  return html`<div class="cc-luck">
    <p class="soft">${word("explained")}</p>
    <div class="cc-fortunes" ref=${field} onPointerDown=${drag} onPointerMove=${drag} style=${{ "--cc-at": `${100 * part}%` }}>
      ${seats.map(({ seat, name }) => html`<${Fortune} key=${seat} report=${report} seat=${seat} name=${name} at=${now} begin=${begin} last=${last} language=${language()} />`)}
    </div>
    <${Often} report=${report} components=${components} seats=${seats} language=${language()} />
  </div>`;
}

/** How many of the throws have happened by a version.
 * @param {Throw[]} throws @param {number} at
 * @returns {number}
 */
export function thrownBy(throws, at) {
  let [low, high] = [0, throws.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (throws[middle].version <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What a seat has beyond the mean, throw by throw, and the band that holds 90 % of all matches, as paths over the entries.
 * @param {Throw[]} throws @param {number} seat @param {number} begin @param {number} last
 * @returns {{line: string, band: string}}
 */
export function fortune(throws, seat, begin, last) {
  const line = [`M0 0`];
  const [above, below] = [["M0 0"], [""]];
  throws.forEach(({ version, expected, actual, band }, i) => {
    const x = version - begin;
    const until = (throws[i + 1]?.version ?? last) - begin;
    const over = Math.round((expected[seat] - actual[seat]) * 100) / 100;
    line.push(`H${x}V${over}`);
    above.push(`L${x} ${-band[seat]}L${until} ${-band[seat]}`);
    below.unshift(`L${until} ${band[seat]}L${x} ${band[seat]}`);
  });
  return { line: `${line.join("")}H${last - begin}`, band: `${above.join("")}${below.join("")}Z` };
}

/** The farthest from the mean that anybody was, or might well have been. @param {Throw[]} throws */
const farthest = (throws) => throws.reduce((most, { expected, actual, band }) => expected.reduce((so, mean, seat) => Math.max(so, Math.abs(actual[seat] - mean), band[seat]), most), 1);

/** @type {(props: {report: Report, seat: number, name: string, at: number, begin: number, last: number, language: string}) => any} */
const Fortune = memo((/** @type {{report: Report, seat: number, name: string, at: number, begin: number, last: number}} */ { report, seat, name, at, begin, last }) => {
  const { throws } = report;
  const { line, band } = useMemo(() => fortune(throws, seat, begin, last), [throws, seat, begin, last]);
  const top = useMemo(() => farthest(throws) * 1.05, [throws]);
  const { expected, actual } = at > 0 ? throws[at - 1] : { expected: [], actual: [] };
  const over = (actual[seat] ?? 0) - (expected[seat] ?? 0);
  const whole = report.seats[seat];
  return html`<figure class=${`cc-fortune cc-seat-${seat % 4}`}>
    <figcaption><span class="cc-who"><${Badge} seat=${seat} /> ${name}</span><span>${word("brought", { actual: actual[seat] ?? 0, expected: decimal(expected[seat] ?? 0) })}</span> <b>${signedDecimal(over)}</b></figcaption>
    <div class="cc-chart"><svg viewBox=${`0 ${-top} ${Math.max(1, last - begin)} ${2 * top}`} preserveAspectRatio="none" aria-hidden="true"><path class="cc-band" d=${band} /><path class="cc-mean" d=${`M0 0H${last - begin}`} /><path class="cc-run" d=${line} /></svg></div>
    <p class="soft">${word("whole", { share: Math.round(whole.luckier_than * 100) })}</p>
  </figure>`;
});

/** @param {number} n */
const decimal = (n) => n.toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** @param {number} n */
const signedDecimal = (n) => n.toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" }).replace("-", "−");

/** How often each number and each face was rolled, beside the mean; the duels and jousts; the events that came.
 * @type {(props: {report: Report, components: any, seats: import("../../types.d.ts").SeatInfo[], language: string}) => any}
 */
const Often = memo((/** @type {{report: Report, components: any, seats: import("../../types.d.ts").SeatInfo[]}} */ { report, components, seats }) => {
  const contests = seats.flatMap(({ seat, name }) => /** @type {const} */ (["duels", "jousts"]).flatMap((kind) => {
    const { fought, won, expected } = report.seats[seat][kind];
    return fought ? [word(kind, { who: name, won, fought, expected: decimal(expected) })] : [];
  }));
  const events = Object.entries(report.events);
  return html`<h3>${word("numbers")}</h3>
    <${Columns} counts=${report.numbers} means=${report.expected_numbers} sign=${(/** @type {string} */ n) => n} name=${(/** @type {string} */ n) => n} />
    <h3>${word("faces")}</h3>
    <${Columns} counts=${report.faces} means=${report.expected_faces} sign=${(/** @type {string} */ id) => html`<${Symbol} kind=${id} />`} name=${(/** @type {string} */ id) => named(components, "face", id)} />
    ${contests.length > 0 && html`<h3>${word("contests")}</h3><ul>${contests.map((one) => html`<li key=${one}>${one}</li>`)}</ul>`}
    ${events.length > 0 && html`<h3>${word("events")}</h3><ul class="cc-came">${events.map(([id, n]) => html`<li key=${id}>${named(components, "event", id)}: ${n}</li>`)}</ul>`}`;
});

/** @param {{counts: Record<string, number>, means: Record<string, number>, sign: (id: string) => any, name: (id: string) => string}} props */
function Columns({ counts, means, sign, name }) {
  const most = Math.max(1, ...Object.values(counts), ...Object.values(means));
  return html`<ol class="cc-columns">${Object.entries(counts).map(([id, n]) => {
    const words = word("column", { name: name(id), n, mean: decimal(means[id]) });
    return html`<li key=${id} title=${words}><span class="unseen">${words}</span><span class="cc-column" aria-hidden="true"><i style=${{ height: `${(100 * n) / most}%` }}></i><u style=${{ bottom: `${(100 * means[id]) / most}%` }}></u></span><b aria-hidden="true">${n}</b><span aria-hidden="true">${sign(id)}</span></li>`;
  })}</ol>`;
}
