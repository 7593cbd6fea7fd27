/** The analysis of a finished match: the sources of each seat's points, luck, and the turning points. */

import { html, useEffect, useMemo, useState } from "../../dom.js";
import { read } from "../../api/api.js";
import { percent } from "../../ui/percent.js";
import { Badge } from "../../ui/seat_badge.js";
import { t } from "../../words/words.js";
import { Curves } from "./curves.js";
import { nameOf, sentenceOf } from "./sentences.js";
import { findTurningPoints } from "./turning_points.js";

/**
 * @typedef {import("./replay.js").Parts} Parts
 * @typedef {{source: string, points: number[], count?: number[] | null}} Source
 */

/** @param {Pick<Parts, "match" | "game" | "box" | "seats"> & {go?: (version: number) => void, analysis?: import("../../types.d.ts").Analysis | null}} props `go` is given if the replay is on this page, and `analysis` if it is open there */
export function HowWon({ match, game, box, seats, go, analysis = null }) {
  const { id, summary } = match;
  const [sources, setSources] = useState(/** @type {Source[] | null} */ (null));
  const [luck, setLuck] = useState(/** @type {number[] | null} */ (null));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    read(`/${summary.game}/matches/${id}/sources`).then((found) => gone || setSources(found.sources), () => gone || setFailed(true));
    if (game.report) read(`/${summary.game}/matches/${id}/luck`).then((found) => gone || setLuck(found.throws.length ? found.seats.map((/** @type {any} */ seat) => seat.luckier_than) : null), () => {});
    return () => void (gone = true);
  }, [id]);
  if (failed) return html`<p class="soft">${t("common.unreachable")}</p>`;
  if (!sources) return html`<p class="soft">${t("common.loading")}</p>`;
  return html`<div class="match-how-won"><${Points} game=${game} sources=${sources} luck=${luck} seats=${seats} result=${summary.result} judged=${analysis?.seats.length ? analysis.seats : null} /><${Turns} match=${match} game=${game} box=${box} seats=${seats} go=${go} /></div>`;
}

/** @param {{game: Parts["game"], sources: Source[], luck: number[] | null, seats: Parts["seats"], result?: {points: number[], places: number[]}, judged: import("../../types.d.ts").Analysis["seats"] | null}} props */
function Points({ game, sources, luck, seats, result, judged }) {
  const order = result ? [...seats].sort((one, other) => result.places[one.seat] - result.places[other.seat]) : seats;
  const rows = sources.filter((one) => one.points.some((points) => points !== 0));
  const sums = seats.map((_, seat) => sources.reduce((sum, one) => sum + one.points[seat], 0));
  return html`<div class="match-sources"><table>
    <caption>${t("result.sources")}</caption>
    <thead><tr><th scope="col"><span class="unseen">${t("result.source")}</span></th>${order.map((seat) => html`<th key=${seat.seat} scope="col" class=${seat.mine ? "match-mine" : null}><span title=${seat.name}><${Badge} seat=${seat.seat} /><span class="unseen">${seat.name}</span></span></th>`)}</tr></thead>
    <tbody>${rows.map((one) => html`<tr key=${one.source}><th scope="row">${game.sourceName(one.source)}</th>${order.map(({ seat }) => html`<td key=${seat} class=${one.points[seat] === 0 ? "soft" : null}>${one.points[seat] || "–"}${timesOf(one, seat)}</td>`)}</tr>`)}</tbody>
    <tfoot>
      <tr><th scope="row">${t("result.total")}</th>${order.map(({ seat }) => html`<td key=${seat}>${sums[seat]}</td>`)}</tr>
      ${judged && ["luck", "error"].map((name) => html`<tr class="soft" key=${name} title=${t(`analysis.column.${name}.means`)}><th scope="row">${t(`analysis.column.${name}`)}</th>${order.map(({ seat }) => html`<td key=${seat}>${percent(/** @type {any} */ (judged)[seat][name], name === "luck" ? "exceptZero" : "auto")}</td>`)}</tr>`)}
      ${luck && html`<tr class="soft" title=${t("result.luck.long")}><th scope="row">${t("result.luck")}</th>${order.map(({ seat }) => html`<td key=${seat}>${Math.round(luck[seat] * 100)} %</td>`)}</tr>`}
    </tfoot>
  </table></div>`;
}

/** Returns how often a source scored, if that differs from its points.
 * @param {Source} source @param {number} seat
 */
function timesOf({ points, count }, seat) {
  const times = count?.[seat] ?? 0;
  return times > 0 && times !== points[seat] ? html` <span class="soft">(${times})</span>` : null;
}

/** @param {Pick<Parts, "match" | "game" | "box" | "seats"> & {go?: (version: number) => void}} props */
function Turns({ match, game, box, seats, go }) {
  const { timeline, takenBack } = match;
  const turns = useMemo(() => findTurningPoints(new Curves(game.points).of(timeline), timeline.first, takenBack, setupEnd(timeline)), [timeline, timeline.last, takenBack]);
  if (turns.length === 0) return null;
  const why = (/** @type {import("./turning_points.js").Turn} */ { seat, points: [own, other], last, grown }) => t(grown ? "result.turn.grown" : last && match.summary.result?.places[seat] === 1 ? "result.turn.last" : "result.turn", { name: nameOf(seats, seat), grown, own, other });
  const click = (/** @type {number} */ version) => (/** @type {Event} */ event) => go && (event.preventDefault(), go(version));
  return html`<div class="match-turns"><h3>${t("result.turns")}</h3>
    <ol>${turns.map((turn) => html`<li key=${turn.version}><a href=${`/replay/${match.id}?e=${turn.version}`} onClick=${click(turn.version)}><${Badge} seat=${turn.seat} /> ${why(turn)}</a> <span class="soft">${sentenceOf(timeline.line(turn.version), seats, box.components, game, match.summary.referees)}</span></li>`)}</ol>
  </div>`;
}

/** Returns the version at which setup ends, for games with a setup. @param {Parts["match"]["timeline"]} timeline */
function setupEnd(timeline) {
  const setup = (/** @type {any} */ view) => view === null || view.phase === "setup";
  let version = timeline.first;
  while (version < timeline.last && setup(timeline.view(version))) version += 1;
  return version;
}
