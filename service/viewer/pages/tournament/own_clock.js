/** The time that the user has left at a running table of a tournament. */

import { html, useEffect, useState } from "../../dom.js";
import { read } from "../../api/api.js";
import { usePlayer } from "../../api/player.js";
import { t } from "../../words/words.js";
import { clockFace, nextReadDelay, timesLeft } from "../../timeline/time_left.js";

/** @param {{match: string}} props */
export function OwnClock({ match }) {
  const me = usePlayer()?.player;
  const [known, setKnown] = useState(/** @type {{at: number, summary: import("../../types.d.ts").MatchSummary} | null} */ (null));
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    read(`/matches/${match}`).then((summary) => setKnown({ at: Date.now(), summary }), () => {}); // it is reread later
  }, [match, known && now > known.at + (nextReadDelay(known.summary.clock?.seats ?? []) ?? 10_000)]);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seat = known?.summary.seats.find((one) => one.player === me)?.seat;
  const time = known?.summary.clock?.seats.find((one) => one.seat === seat);
  const [first] = known && time ? timesLeft(time, now - known.at) : [];
  return first && html`<p class="tn-clock" role="timer" aria-live="off"><span class="soft">${t(time?.runs ? "tournament.clock.own.runs" : "tournament.clock.own.stands")}</span> <strong>${clockFace(first.seconds)}</strong></p>`;
}
