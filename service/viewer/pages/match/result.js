/** The result of a finished match: places, points, winners, and the next steps. */

import { html, useEffect, useState } from "../../dom.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { openMatch } from "../../forms/requests.js";
import { suggestName } from "../../account/name_field.js";
import { ensurePlayer } from "../../account/people.js";
import { newKey } from "../../api/api.js";
import { Badge } from "../../ui/seat_badge.js";
import { joinList, t } from "../../words/words.js";
import { useFollow } from "../../ui/follow.js";
import { HowWon } from "../replay/how_won.js";
import { Memento } from "./memento.js";

/**
 * @typedef {import("../../timeline/match.js").Match} Match
 * @typedef {import("../../types.d.ts").SeatInfo} SeatInfo
 */

/** @param {import("../replay/replay.js").Parts} parts */
export function Result(parts) {
  const { stage: replay, match, game, box, seats, own, mode } = parts;
  const { result, ending, event } = match.summary;
  const [trouble, setTrouble] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  const [key] = useState(newKey);
  const [stage, setStage] = useState(/** @type {"before" | "open" | "closed"} */ ("before")); // closed, it keeps the headline and the next steps;
  const reached = match.isFinished && match.isLive && mode === "table";
  // The result appears only after the board has shown the end. Then it stays, so that stepping back does not shift the page.
  useEffect(() => {
    if (reached && stage === "before") setStage(matchMedia("(max-width: 40rem)").matches ? "closed" : "open");
  }, [reached, stage]);
  const shown = stage === "before" ? "" : "shown";
  useFollow(shown, "#match-result-title", { behavior: "instant" });
  if (!shown) return null;
  const open = stage === "open";
  const order = result ? [...seats].sort((one, other) => result.places[one.seat] - result.places[other.seat]) : [];
  const winners = order.filter((seat) => result?.places[seat.seat] === 1);
  const again = async () => {
    setBusy(true);
    try {
      const bots = match.summary.seats.every((seat) => seat.bot);
      if (bots) await ensurePlayer(suggestName());
      location.assign(`/matches/${await openMatch(copySettings(match.summary, own), key)}`);
    } catch (error) {
      setTrouble(error);
      setBusy(false);
    }
  };
  const said = winners.length > 0 ? t("match.result.winner", { names: joinList(winners.map((seat) => seat.name)), count: winners.length }) : t("match.result.none");
  const out = seats.filter(({ seat }) => match.summary.seats[seat]?.forfeited).map(({ name }) => name);
  const alone = winners.length === 1 && winners[0].seat === own;
  return html`<section class="match-result panel more-down" aria-labelledby="match-result-title">
    ${winners.some(({ mine }) => mine || own === null) && html`<${Confetti} />`}
    <div class="match-result-head"><h2 id="match-result-title">${winners.map(({ seat }) => html`<${Badge} seat=${seat} /> `)}${alone ? t("match.result.own") : said}</h2><button type="button" class="plain" aria-expanded=${open} onClick=${() => setStage(open ? "closed" : "open")}>${t(open ? "common.close" : "result.more")}</button></div>
    <div class="row">
      ${event && own === null && html`<a class="button primary" href=${event.page}>${t("match.result.tournament")}</a>`}
      <a class="button" href=${`/replay/${match.id}`}>${t("match.result.replay")}</a>
      <a class="button" href=${`/replay/${match.id}#analysis`}>${t("match.result.analysis")}</a>
      ${!event && (own !== null || match.summary.seats.every((seat) => seat.bot)) && html`<button type="button" class="primary" disabled=${busy} onClick=${() => void again()}>${t("match.result.again")}</button>`}
      ${result && html`<button type="button" onClick=${() => replay.open("share")}>${t("match.result.share")}</button>`}
    </div>
    ${open && winners.length > 0 && html`<${Memento} parts=${parts} headline=${said} />`}
    ${
      open && result &&
      html`<ol class="match-places">
        ${order.map((seat) => html`<li key=${seat.seat} class=${seat.mine ? "match-mine" : null}><span class="match-place">${t("match.result.place", { place: result.places[seat.seat] })}</span> <${Badge} seat=${seat.seat} /> <span class="match-name">${seat.name}</span> <span class="match-points">${t("match.points", { points: result.points[seat.seat] })}</span></li>`)}
      </ol>`
    }
    ${ending && ending !== "finished" && html`<p>${t(`match.ending.${ending}`, { names: joinList(out), clock: match.summary.clock })}</p>`}
    <${ErrorNotice} error=${trouble} />
    ${open && html`<${HowWon} match=${match} game=${game} box=${box} seats=${seats} />`}
  </section>`;
}

/** Falling pieces in the colours of the seats. */
const Confetti = () => html`<div class="match-confetti" aria-hidden="true">${Array.from({ length: 16 }, (_, n) => html`<i key=${n}></i>`)}</div>`;

/** Returns a match with the same settings: the same bot levels, the user's seat, and open seats for the other players.
 * @param {import("../../types.d.ts").MatchSummary} summary
 * @param {number | null} own
 */
const copySettings = (summary, own) => ({
  game: summary.game,
  options: summary.options,
  disclosure: summary.disclosure,
  clock: copyClock(summary.clock),
  bots_welcome: summary.bots_welcome,
  seats: summary.seats.map((seat) => (seat.bot ? { who: /** @type {"bot"} */ ("bot"), level: seat.bot } : { who: /** @type {"me" | "open"} */ (seat.seat === own ? "me" : "open") })),
});

/** Returns the rules of a clock without its deadline, which has passed.
 * @param {import("../../types.d.ts").ClockSummary} [clock]
 */
function copyClock(clock) {
  if (!clock?.command && !clock?.match) return null;
  const { seats, deadline, ...rules } = clock;
  return rules;
}
