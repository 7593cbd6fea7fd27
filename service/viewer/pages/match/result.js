/** How a finished match ended: places, points and winners, and where to go from here. */

import { html, useEffect, useState } from "../../dom.js";
import { Trouble } from "../../ui/trouble.js";
import { opened } from "../../forms/opening.js";
import { playerNamed, guestName } from "../../account/people.js";
import { newKey } from "../../api/api.js";
import { Badge } from "../../ui/seat_badge.js";
import { listed, t } from "../../words/words.js";
import { HowWon } from "../replay/how_won.js";

/**
 * @typedef {import("../../timeline/match.js").Match} Match
 * @typedef {import("../../types.d.ts").SeatInfo} SeatInfo
 */

/** @param {import("../replay/replay.js").Parts} props */
export function Result({ stage: replay, match, game, box, seats, own, mode }) {
  const { result, ending } = match.summary;
  const [trouble, setTrouble] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  const [key] = useState(newKey);
  const [stage, setStage] = useState(/** @type {"before" | "open" | "closed"} */ ("before"));
  const reached = match.finished && match.live && mode === "table";
  // Nobody is told the end before the board has shown it; once told it stays, so that stepping back moves nothing.
  useEffect(() => {
    if (reached && stage === "before") setStage("open");
  }, [reached, stage]);
  if (stage !== "open") return null;
  const order = result ? [...seats].sort((one, other) => result.places[one.seat] - result.places[other.seat]) : [];
  const winners = order.filter((seat) => result?.places[seat.seat] === 1);
  const again = async () => {
    setBusy(true);
    try {
      const bots = match.summary.seats.every((seat) => seat.bot);
      if (bots) await playerNamed(guestName((number) => t("lobby.guest_name", { number })));
      location.assign(`/matches/${await opened(sameTable(match.summary, own), key)}`);
    } catch (error) {
      setTrouble(error);
      setBusy(false);
    }
  };
  return html`<section class="match-result panel more-down" aria-labelledby="match-result-title">
    <div class="match-result-head"><h2 id="match-result-title">${result && winners.length > 0 ? (own !== null && winners.some((seat) => seat.seat === own) && winners.length === 1 ? t("match.result.own") : t("match.result.winner", { names: listed(winners.map((seat) => seat.name)), count: winners.length })) : t("match.result.none")}</h2><button type="button" class="plain" onClick=${() => setStage("closed")}>${t("common.close")}</button></div>
    ${
      result &&
      html`<ol class="match-places">
        ${order.map((seat) => html`<li key=${seat.seat} class=${seat.mine ? "match-mine" : null}><span class="match-place">${t("match.result.place", { place: result.places[seat.seat] })}</span> <${Badge} seat=${seat.seat} /> <span class="match-name">${seat.name}</span> <span class="match-points">${t("match.points", { points: result.points[seat.seat] })}</span></li>`)}
      </ol>`
    }
    ${ending && ending !== "finished" && html`<p>${t(`match.ending.${ending}`)}</p>`}
    <div class="row">
      <a class="button" href=${`/replay/${match.id}`}>${t("match.result.replay")}</a>
      ${(own !== null || match.summary.seats.every((seat) => seat.bot)) && html`<button type="button" class="primary" disabled=${busy} onClick=${() => void again()}>${t("match.result.again")}</button>`}
      ${result && html`<button type="button" onClick=${() => replay.open("share")}>${t("match.result.share")}</button>`}
    </div>
    <${Trouble} error=${trouble} />
    <${HowWon} match=${match} game=${game} box=${box} seats=${seats} />
  </section>`;
}

/** The same game with the same kinds of seats: bots of the same level, the own seat, open ones for the others, to whom the same are welcome.
 * @param {import("../../types.d.ts").MatchSummary} summary
 * @param {number | null} own
 */
const sameTable = (summary, own) => ({
  game: summary.game,
  options: summary.options,
  disclosure: summary.disclosure,
  clock: sameClock(summary.clock),
  bots_welcome: summary.bots_welcome,
  seats: summary.seats.map((seat) => (seat.bot ? { who: /** @type {"bot"} */ ("bot"), level: seat.bot } : { who: /** @type {"me" | "open"} */ (seat.seat === own ? "me" : "open") })),
});

/** The rules of a clock, but for its deadline: that is over.
 * @param {import("../../types.d.ts").ClockSummary} [clock]
 */
function sameClock(clock) {
  if (!clock?.command && !clock?.match) return null;
  const { seats, deadline, ...rules } = clock;
  return rules;
}
