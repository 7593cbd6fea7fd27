/** The luck report of a match in any game: what chance gave each seat compared with the average, and how often each outcome occurred. */

import { html, memo, useEffect, useMemo, useRef, useState } from "../dom.js";
import { read } from "../api/api.js";
import { language, t } from "../words/words.js";
import { Badge } from "./seat_badge.js";

/**
 * @typedef {{version: number, expected: number[], actual: number[], band: number[]}} Throw
 * @typedef {{throws: Throw[], seats: {luckier_than: number}[]}} Report
 * @typedef {import("../types.d.ts").ReportProps} ReportProps
 * @typedef {(key: string, params?: Record<string, any>) => string} Word returns one of the game's texts about luck
 */

/** The report on a match: one curve for each seat, then how often each outcome occurred (`Often`). `whole` returns the parameters of the sentence about the whole match.
 * @param {ReportProps & {game: string, word: Word, whole(seat: any): Record<string, any>, Often: any}} props
 */
export function Luck(props) {
  const { game, match, last } = props;
  const [report, setReport] = useState(/** @type {Report | null} */ (null));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    setFailed(false);
    read(`/${game}/matches/${match}/luck`).then((found) => gone || setReport(found), () => gone || setFailed(true));
    return () => void (gone = true);
  }, [match, last]);
  if (failed && !report) return html`<p class="soft">${t("common.unreachable")}</p>`;
  if (!report) return html`<p class="soft">${t("common.loading")}</p>`;
  if (!report.throws.length) return html`<p class="soft">${props.word("none")}</p>`;
  return html`<${LuckReport} ...${props} report=${report} />`;
}

/** @param {Parameters<typeof Luck>[0] & {report: Report}} props */
function LuckReport({ word, whole, Often, report, seats, components, at, begin, last, go }) {
  const field = useRef(/** @type {HTMLElement | null} */ (null));
  const drag = (/** @type {PointerEvent} */ event) => {
    if (event.type === "pointerdown") /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
    else if (event.buttons === 0) return;
    const box = /** @type {HTMLElement} */ (field.current).getBoundingClientRect();
    go(begin + Math.round(((event.clientX - box.left) / box.width) * (last - begin)));
  };
  const now = countThrows(report.throws, at);
  const part = Math.max(0, Math.min(1, (at - begin) / Math.max(1, last - begin)));
  return html`<div class="luck">
    <p class="soft">${word("explained")}</p>
    <div class="luck-fortunes" ref=${field} onPointerDown=${drag} onPointerMove=${drag} style=${{ "--luck-at": `${100 * part}%` }}>
      ${seats.map(({ seat, name }) => html`<${Fortune} key=${seat} word=${word} report=${report} seat=${seat} name=${name} whole=${whole} at=${now} begin=${begin} last=${last} language=${language()} />`)}
    </div>
    <${Often} report=${report} components=${components} seats=${seats} language=${language()} />
  </div>`;
}

/** Counts the throws of a luck report up to a version.
 * @param {Throw[]} throws @param {number} at
 * @returns {number}
 */
export function countThrows(throws, at) {
  let [low, high] = [0, throws.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (throws[middle].version <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns two SVG paths over the entries: a seat's luck relative to the mean after each throw, and the band that contains 90 % of all matches.
 * @param {Throw[]} throws @param {number} seat @param {number} begin @param {number} last
 * @returns {{line: string, band: string}}
 */
export function luckPaths(throws, seat, begin, last) {
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

/** Returns the largest deviation from the mean, either of a seat or of its band. @param {Throw[]} throws */
export const largestDeviation = (throws) => throws.reduce((most, { expected, actual, band }) => expected.reduce((so, mean, seat) => Math.max(so, Math.abs(actual[seat] - mean), band[seat]), most), 1);

/** @typedef {{word: Word, report: Report, seat: number, name: string, whole(seat: any): Record<string, any>, at: number, begin: number, last: number}} FortuneProps */

/** @type {(props: FortuneProps & {language: string}) => any} */
const Fortune = memo((/** @type {FortuneProps} */ { word, report, seat, name, whole, at, begin, last }) => {
  const { throws } = report;
  const { line, band } = useMemo(() => luckPaths(throws, seat, begin, last), [throws, seat, begin, last]);
  const top = useMemo(() => largestDeviation(throws) * 1.05, [throws]);
  const { expected, actual } = at > 0 ? throws[at - 1] : { expected: [], actual: [] };
  const over = (actual[seat] ?? 0) - (expected[seat] ?? 0);
  const all = report.seats[seat];
  return html`<figure class="luck-fortune" style=${{ "--luck-mine": `var(--seat-${seat % 4})` }}>
    <figcaption><span class="luck-who"><${Badge} seat=${seat} /> ${name}</span><span>${word("brought", { actual: actual[seat] ?? 0, expected: decimal(expected[seat] ?? 0) })}</span> <b>${formatSigned(over)}</b></figcaption>
    <div class="luck-chart"><svg viewBox=${`0 ${-top} ${Math.max(1, last - begin)} ${2 * top}`} preserveAspectRatio="none" aria-hidden="true"><path class="luck-band" d=${band} /><path class="luck-mean" d=${`M0 0H${last - begin}`} /><path class="luck-run" d=${line} /></svg></div>
    <p class="soft">${word("whole", { share: Math.round(all.luckier_than * 100), ...whole(all) })}</p>
  </figure>`;
});

/** Formats a number with one decimal. @param {number} n */
export const decimal = (n) => n.toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** @param {number} n */
const formatSigned = (n) => n.toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" }).replace("-", "−");

/** A column chart of how often each outcome occurred, with a stroke at each mean. `sign` is shown below a column, and `name` is for screen readers.
 * @param {{word: Word, counts: Record<string, number>, means: Record<string, number>, sign: (id: string) => any, name: (id: string) => string}} props
 */
export function Columns({ word, counts, means, sign, name }) {
  const most = Math.max(1, ...Object.values(counts), ...Object.values(means));
  return html`<ol class="luck-columns">${Object.entries(counts).map(([id, n]) => {
    const words = word("column", { name: name(id), n, mean: decimal(means[id]) });
    return html`<li key=${id} title=${words}><span class="unseen">${words}</span><span class="luck-column" aria-hidden="true"><i style=${{ height: `${(100 * n) / most}%` }}></i><u style=${{ bottom: `${(100 * means[id]) / most}%` }}></u></span><b aria-hidden="true">${n}</b><span aria-hidden="true">${sign(id)}</span></li>`;
  })}</ol>`;
}
