/** The luck of a match: what the dice brought every seat beside what they bring on average, and how often what was thrown. */

import { html, memo, useEffect, useMemo, useRef, useState } from "../../dom.js";
import { read } from "../../api/api.js";
import { Badge } from "../../ui/seat_badge.js";
import { language, t } from "../../words/words.js";
import { named } from "./box.js";
import { Symbol } from "./symbols.js";

/**
 * @typedef {{version: number, total: number, expected: number[], actual: number[], band: number[]}} Throw
 * @typedef {{throws: Throw[], totals: Record<string, number>, expected_totals: Record<string, number>, faces: Record<string, number>, expected_faces: Record<string, number>, seats: {expected: number, actual: number, deviation: number, luckier_than: number, stolen: number, lost: number}[]}} Report
 * @typedef {import("../../types.d.ts").ReportProps} ReportProps
 */

const word = (/** @type {string} */ key, params = {}) => t(`cities_knights.luck.${key}`, params);

/** @param {ReportProps} props */
export function Luck(props) {
  const [report, setReport] = useState(/** @type {Report | null} */ (null));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    setFailed(false);
    read(`/cities_knights/matches/${props.match}/luck`).then((found) => gone || setReport(found), () => gone || setFailed(true));
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
  return html`<div class="ck-luck">
    <p class="soft">${word("explained")}</p>
    <div class="ck-fortunes" ref=${field} onPointerDown=${drag} onPointerMove=${drag} style=${{ "--ck-at": `${100 * part}%` }}>
      ${seats.map(({ seat, name }) => html`<${Fortune} key=${seat} report=${report} seat=${seat} name=${name} at=${now} begin=${begin} last=${last} language=${language()} />`)}
    </div>
    <${Often} report=${report} components=${components} language=${language()} />
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
export const farthest = (throws) => throws.reduce((most, { expected, actual, band }) => expected.reduce((so, mean, seat) => Math.max(so, Math.abs(actual[seat] - mean), band[seat]), most), 1);

/** @type {(props: {report: Report, seat: number, name: string, at: number, begin: number, last: number, language: string}) => any} */
const Fortune = memo((/** @type {{report: Report, seat: number, name: string, at: number, begin: number, last: number}} */ { report, seat, name, at, begin, last }) => {
  const { throws } = report;
  const { line, band } = useMemo(() => fortune(throws, seat, begin, last), [throws, seat, begin, last]);
  const top = useMemo(() => farthest(throws) * 1.05, [throws]);
  const { expected, actual } = at > 0 ? throws[at - 1] : { expected: [], actual: [] };
  const over = (actual[seat] ?? 0) - (expected[seat] ?? 0);
  const whole = report.seats[seat];
  return html`<figure class=${`ck-fortune ck-seat-${seat % 4}`}>
    <figcaption><span class="ck-who"><${Badge} seat=${seat} /> ${name}</span><span>${word("brought", { actual: actual[seat] ?? 0, expected: decimal(expected[seat] ?? 0) })}</span> <b>${signedDecimal(over)}</b></figcaption>
    <div class="ck-chart"><svg viewBox=${`0 ${-top} ${Math.max(1, last - begin)} ${2 * top}`} preserveAspectRatio="none" aria-hidden="true"><path class="ck-band" d=${band} /><path class="ck-mean" d=${`M0 0H${last - begin}`} /><path class="ck-run" d=${line} /></svg></div>
    <p class="soft">${word("whole", { share: Math.round(whole.luckier_than * 100), stolen: whole.stolen, lost: whole.lost })}</p>
  </figure>`;
});

/** @param {number} n */
const decimal = (n) => n.toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** @param {number} n */
const signedDecimal = (n) => n.toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" }).replace("-", "−");

/** How often each total and each face was thrown, beside the mean.
 * @type {(props: {report: Report, components: any, language: string}) => any}
 */
const Often = memo((/** @type {{report: Report, components: any}} */ { report, components }) => {
  const face = (/** @type {string} */ id) => (id === "ship" ? named(components, "piece", "ship") : named(components, "track", id));
  return html`<h3>${word("totals")}</h3>
    <${Columns} counts=${report.totals} means=${report.expected_totals} sign=${(/** @type {string} */ total) => html`<span class=${total === "6" || total === "8" ? "ck-hot" : ""}>${total}</span>`} name=${(/** @type {string} */ total) => total} />
    <h3>${word("faces")}</h3>
    <${Columns} counts=${report.faces} means=${report.expected_faces} sign=${(/** @type {string} */ id) => html`<${Symbol} kind=${id} />`} name=${face} />`;
});

/** @param {{counts: Record<string, number>, means: Record<string, number>, sign: (id: string) => any, name: (id: string) => string}} props */
function Columns({ counts, means, sign, name }) {
  const most = Math.max(1, ...Object.values(counts), ...Object.values(means));
  return html`<ol class="ck-columns">${Object.entries(counts).map(([id, n]) => {
    const words = word("column", { name: name(id), n, mean: decimal(means[id]) });
    return html`<li key=${id} title=${words}><span class="unseen">${words}</span><span class="ck-column" aria-hidden="true"><i style=${{ height: `${(100 * n) / most}%` }}></i><u style=${{ bottom: `${(100 * means[id]) / most}%` }}></u></span><b aria-hidden="true">${n}</b><span aria-hidden="true">${sign(id)}</span></li>`;
  })}</ol>`;
}
