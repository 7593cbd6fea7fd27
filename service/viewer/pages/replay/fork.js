/** The dialog that forks a match at a version: the new match's seats, and which hidden cards are redealt. */

import { html, useEffect, useMemo, useState } from "../../dom.js";
import { newKey, read } from "../../api/api.js";
import { seatOf } from "../../timeline/viewers.js";
import { usualLevel } from "../../ui/bots.js";
import { describeBot } from "../../ui/describe_bot.js";
import { Dialog } from "../../ui/dialog.js";
import { useTask } from "../../ui/task.js";
import { Badge } from "../../ui/seat_badge.js";
import { t } from "../../words/words.js";
import { forkRequest, playOn, refusalText, seatsAgainstBots } from "./play_on.js";

/** @typedef {import("../../forms/requests.js").SeatWish} SeatWish */

/** Returns the seat whose knowledge the new match keeps: the user's new seat, otherwise the current viewer's seat, otherwise none.
 * @param {string} viewer
 * @param {readonly SeatWish[]} wishes
 * @returns {number | null}
 */
function viewerSeat(viewer, wishes) {
  const own = wishes.findIndex(({ who }) => who === "me");
  return own < 0 ? seatOf(viewer) : own;
}

/** @param {import("./replay.js").Parts} props */
export function Fork({ stage, match, box, seats, own }) {
  const at = stage.opened;
  const level = usualLevel(box.bots) ?? "";
  const [wishes, setWishes] = useState(() => seatsAgainstBots(seats.length, seatOf(match.viewer) ?? own ?? 0, level));
  const { busy, trouble, run } = useTask();
  const [moment, setMoment] = useState(/** @type {{version: number | null, refused: unknown}} */ ({ version: null, refused: null }));
  const eyes = viewerSeat(match.viewer, wishes);
  const what = t(`fork.what.${match.summary.game}`);
  const wish = forkRequest(at, eyes, wishes);
  const key = useMemo(newKey, [JSON.stringify(wish)]);
  useEffect(() => {
    let late = false;
    read(`/matches/${match.id}/forks`, { at, as: wish.as }).then(
      ({ version }) => {
        if (late) return;
        setMoment({ version, refused: null });
        if (version !== at) stage.go(version); // the board and the bar show where the new match begins
      },
      (refused) => late || setMoment({ version: null, refused }),
    );
    return () => void (late = true);
  }, [match.id, at, wish.as]);
  if (moment.refused)
    return html`<${Dialog} title=${t("replay.do.fork")} open=${true} onClose=${() => stage.open(null)}>
      <p class="notice" role="status">${refusalText(moment.refused)}</p>
      <p class="row"><button type="button" onClick=${() => stage.open(null)}>${t("common.close")}</button></p>
    </${Dialog}>`;
  /** @param {number} seat @param {SeatWish} one */
  const choose = (seat, one) => setWishes(wishes.map((wished, other) => (other === seat ? one : one.who === "me" && wished.who === "me" ? { who: "bot", level } : wished)));
  const send = run(() => playOn(match.id, wish, wishes, key));
  return html`<${Dialog} title=${t("replay.do.fork")} open=${true} onClose=${() => stage.open(null)}>
    <form class="replay-note" onSubmit=${send}>
      <p>${t("fork.text", { at: moment.version ?? at })}</p>
      <p>${eyes === null ? t("fork.anew.spectator", { what }) : t("fork.anew", { name: seats[eyes]?.name ?? "", what })}</p>
      ${wishes.map((one, seat) => html`<${SeatChoice} key=${seat} game=${match.summary.game} seat=${seat} name=${seats[seat]?.name ?? ""} wish=${one} levels=${box.bots} onChange=${(/** @type {SeatWish} */ wished) => choose(seat, wished)} />`)}
      ${trouble && html`<p class="notice bad" role="alert">${refusalText(trouble)}</p>`}
      <p class="row"><button type="submit" class="primary" aria-busy=${busy} disabled=${moment.version === null}>${t(busy ? "common.loading" : "fork.do")}</button></p>
    </form>
  </${Dialog}>`;
}

/** The choice of who plays a seat.
 * @param {{game: string, seat: number, name: string, wish: SeatWish, levels: readonly string[], onChange: (wish: SeatWish) => void}} props
 */
function SeatChoice({ game, seat, name, wish, levels, onChange }) {
  /** @type {{label: string, wish: SeatWish}[]} */
  const choices = [
    { label: t("fork.me"), wish: { who: "me" } },
    { label: t("fork.friend"), wish: { who: "open" } },
    ...levels.map((level) => ({ label: describeBot(game, level, seat), wish: { who: /** @type {"bot"} */ ("bot"), level } })),
  ];
  return html`<label class="replay-chair"><span><${Badge} seat=${seat} /> ${name}</span>
    <select onChange=${(/** @type {any} */ event) => onChange(choices[event.target.selectedIndex].wish)}>
      ${choices.map((one) => html`<option key=${one.label} selected=${one.wish.who === wish.who && one.wish.level === wish.level}>${one.label}</option>`)}
    </select></label>`;
}
