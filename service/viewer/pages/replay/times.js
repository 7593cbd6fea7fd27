/** The thinking times of each seat: total, median and longest decision, with a link to the longest. */

import { html, useEffect, useMemo, useState } from "../../dom.js";
import { read } from "../../api/api.js";
import { isSealing } from "../../timeline/steps.js";
import { clockFace } from "../../timeline/time_left.js";
import { Badge } from "../../ui/seat_badge.js";
import { language, t } from "../../words/words.js";
import { findDecisions, longDecisions, summariseTimes } from "./decisions.js";

/** @typedef {import("./decisions.js").Entry} Entry */

const DAY = 24 * 3600;

/** Formats a duration: "12 s", "4:05", "2 d 3 h".
 * @param {number} seconds
 * @param {string} spoken
 * @returns {string}
 */
function timeText(seconds, spoken) {
  const whole = Math.round(seconds);
  const unit = (/** @type {number} */ number, /** @type {string} */ name) => new Intl.NumberFormat(spoken, { style: "unit", unit: name, unitDisplay: "narrow" }).format(number);
  if (whole < 1) return `< ${unit(1, "second")}`;
  if (whole < 60) return unit(whole, "second");
  return whole < DAY ? clockFace(whole) : `${unit(Math.floor(whole / DAY), "day")} ${unit(Math.floor((whole % DAY) / 3600), "hour")}`;
}

/** @param {import("./replay.js").Parts} props */
export function Times({ stage, match, game, seats }) {
  const [entries, setEntries] = useState(/** @type {Entry[] | null} */ (null));
  const [failed, setFailed] = useState(false);
  const spoken = language();
  useEffect(() => {
    let gone = false;
    read(match.summary.links.audit).then((audit) => gone || setEntries(audit.entries), () => gone || setFailed(true));
    return () => void (gone = true);
  }, [match.id]);
  const found = useMemo(() => (entries ? findDecisions(entries, (line) => isSealing(line, game)) : []), [entries, game]);
  // While this is open, the log shows the times beside its lines.
  useEffect(() => {
    stage.showTimes(new Map(longDecisions(found).map(({ version, seconds }) => [version, timeText(seconds, spoken)])));
    return () => stage.showTimes(new Map());
  }, [stage, found, spoken]);
  if (failed) return html`<p class="replay-times soft">${t("common.unreachable")}</p>`;
  if (!entries) return html`<p class="replay-times soft" aria-busy="true">${t("common.loading")}</p>`;
  const rows = summariseTimes(found);
  if (rows.length === 0) return html`<p class="replay-times soft">${t("times.none")}</p>`;
  const time = (/** @type {number} */ seconds) => timeText(seconds, spoken);
  return html`<div class="replay-times">
    <table>
      <caption class="unseen">${t("replay.times")}</caption>
      <thead><tr><th scope="col">${t("replay.scores.seat")}</th><th scope="col">${t("times.total")}</th><th scope="col">${t("times.median")}</th><th scope="col">${t("times.longest")}</th></tr></thead>
      <tbody>${rows.map(
        ({ seat, total, median, longest }) => html`<tr key=${seat}>
          <th scope="row"><${Badge} seat=${seat} /> <span>${seats[seat]?.name}</span></th><td>${time(total)}</td><td>${time(median)}</td>
          <td><button type="button" class="plain" aria-label=${t("times.go", { time: time(longest.seconds), at: longest.version })} title=${t("times.go", { time: time(longest.seconds), at: longest.version })} onClick=${() => stage.go(longest.version)}>${time(longest.seconds)}</button></td>
        </tr>`,
      )}</tbody>
    </table>
    <p class="soft">${t("times.means")}</p>
  </div>`;
}
