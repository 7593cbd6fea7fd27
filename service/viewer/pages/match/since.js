/** What the others did since the user's last turn: a menu that lists it, and a button that skips the rest of it. */

import { html, useMemo } from "../../dom.js";
import { durationOf, isCommonLine } from "../../timeline/steps.js";
import { PACES } from "../../timeline/playback_clock.js";
import { lossesIn, sinceLastTurn } from "../../timeline/since.js";
import { Badge } from "../../ui/seat_badge.js";
import { Menu } from "../../ui/menu.js";
import { joinList, t } from "../../words/words.js";
import { nameOf, sentenceOf } from "../replay/sentences.js";

/** @typedef {import("../../timeline/playback_clock.js").Pace} Pace */

/** Lines that change nothing on the board: the list leaves them out. */
const NOISE = new Set(["turn-began", "actions-ended", "declined", "offer-made", "offer-answered", "offer-withdrawn"]);

/** @param {import("../replay/replay.js").Parts & {own: number}} props */
export function Since({ stage, match, game, box, seats, own }) {
  const { timeline, at } = match;
  const since = useMemo(() => findSince(timeline, game, at, own), [timeline, at]);
  if (!match.isLive && !match.following) return null;
  if (stage.isBeforeQuestion && !stage.hurries) return html`<button type="button" class="primary match-skip-on" onClick=${() => stage.end()}>${t("match.since.skip")} <span aria-hidden="true">»</span></button>`;
  const losses = Object.entries(since?.total ?? {}).map(([name, count]) => t(`match.since.loss.${name}`, { n: count, count }));
  const cost = losses.length > 0 ? t("match.since.cost", { losses: joinList(losses) }) : "";
  const sentence = (/** @type {number} */ version) => sentenceOf(timeline.line(version), seats, box.components, game);
  const title = t(since ? "match.since.title" : "match.since.pace_only");
  return html`<div class="match-since"><${Menu} label=${cost ? `${title}. ${cost}` : title} face=${html`<span>${title}</span>${cost && html`<strong title=${cost}>!</strong>`}`}>
    ${since && game.losable && html`<p class=${cost ? "match-since-cost" : "soft"}>${cost || t("match.since.free")}</p>`}
    ${since && html`<div class="match-since-turns more-down" tabindex="0" role="group" aria-label=${title}>
      ${cost && html`<ul class="match-since-cost">${[...since.versions].map((version) => html`<li key=${version}>${sentence(version)}</li>`)}</ul>`}
      ${since.turns.map(({ seat, versions }) => html`<section key=${versions[0]}>
      <h3><${Badge} seat=${seat} /> ${nameOf(seats, seat)}</h3>
      <ul>${versions.map((version) => html`<li key=${version} class=${since.versions.has(version) ? "match-since-cost" : null}>${sentence(version)}</li>`)}</ul>
    </section>`)}</div>`}
    <${PaceChoice} stage=${stage} />
  </${Menu}></div>`;
}

/** @param {{stage: import("../replay/stage.js").Stage}} props */
const PaceChoice = ({ stage }) => html`<fieldset class="chrome-choice match-pace">
  <legend>${t("match.since.pace")}</legend>
  ${/** @type {Pace[]} */ (Object.keys(PACES)).map((pace) => html`<label key=${pace}><input type="radio" name="match-pace" checked=${pace === stage.chosenPace} onChange=${() => stage.setPace(pace)} /><span>${t(`match.since.pace.${pace}`)}</span></label>`)}
</fieldset>`;

/** Returns the turns of the others with their lines, and what the user lost in them. Null if there are none.
 * @param {import("../../timeline/timeline.js").Timeline} timeline
 * @param {import("../../types.d.ts").Game} game
 * @param {number} at
 * @param {number} own
 */
function findSince(timeline, game, at, own) {
  const stretch = sinceLastTurn(timeline, game, at, own);
  if (!stretch) return null;
  /** @type {{seat: number, versions: number[]}[]} */
  const turns = [];
  for (let version = stretch.from; version <= stretch.to; version += 1) {
    const line = timeline.line(version);
    if (line === null) continue;
    const begins = game.turn(line);
    if (begins) turns.push({ seat: line.seat ?? 0, versions: [] });
    if (!NOISE.has(line.key) && !isCommonLine(line) && durationOf(line, game) > 0) turns.at(-1)?.versions.push(version);
  }
  return { turns, ...lossesIn(timeline, stretch, own, game.losable ?? (() => ({}))) };
}
