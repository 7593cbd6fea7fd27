/** Playing on from the moment that is shown, as a new match: who sits where, and what is dealt anew. */

import { html, useEffect, useMemo, useState } from "../../dom.js";
import { guestName, playerNamed } from "../../account/people.js";
import { sitDown } from "../../account/sit_down.js";
import { Problem, newKey, post, read } from "../../api/api.js";
import { seatOf } from "../../timeline/eyes.js";
import { botName, botStyle } from "../../ui/bots.js";
import { Dialog } from "../../ui/dialog.js";
import { useDoing } from "../../ui/doing.js";
import { Badge } from "../../ui/seat_badge.js";
import { troubleText } from "../../ui/trouble.js";
import { t } from "../../words/words.js";

/** @typedef {import("../../forms/opening.js").SeatWish} SeatWish */

/** Whose eyes the new match begins with: those of the seat one takes, else those that are looked through, else nobody's.
 * @param {string} viewer
 * @param {readonly SeatWish[]} wishes
 * @returns {number | null}
 */
function eyesOf(viewer, wishes) {
  const own = wishes.findIndex(({ who }) => who === "me");
  return own < 0 ? seatOf(viewer) : own;
}

/** Who sits where to begin with: oneself where one looks from or sat, and bots.
 * @param {number} seats
 * @param {number} own
 * @param {string} level
 * @returns {SeatWish[]}
 */
const usual = (seats, own, level) => Array.from({ length: seats }, (_, seat) => (seat === own ? { who: "me" } : { who: "bot", level }));

/** @param {import("./replay.js").Parts} props */
export function Fork({ stage, match, box, seats, own }) {
  const at = stage.opened;
  const level = box.bots.at(-1) ?? "";
  const [wishes, setWishes] = useState(() => usual(seats.length, seatOf(match.viewer) ?? own ?? 0, level));
  const { busy, trouble, run } = useDoing();
  const [moment, setMoment] = useState(/** @type {{version: number | null, refused: unknown}} */ ({ version: null, refused: null }));
  const eyes = eyesOf(match.viewer, wishes);
  const what = t(`fork.what.${match.summary.game}`);
  const wish = { at, as: eyes === null ? "spectator" : String(eyes), seats: wishes.map((one) => (one.who === "bot" ? { t: "bot", level: one.level } : { t: "open" })) };
  const key = useMemo(newKey, [JSON.stringify(wish)]);
  useEffect(() => {
    let late = false;
    read(`/matches/${match.id}/forks`, { at, as: wish.as }).then(
      ({ version }) => late || setMoment({ version, refused: null }),
      (refused) => late || setMoment({ version: null, refused }),
    );
    return () => void (late = true);
  }, [match.id, at, wish.as]);
  if (moment.refused)
    return html`<${Dialog} title=${t("replay.do.fork")} open=${true} onClose=${() => stage.open(null)}>
      <p class="notice" role="status">${refusal(moment.refused)}</p>
      <p class="row"><button type="button" onClick=${() => stage.open(null)}>${t("common.close")}</button></p>
    </${Dialog}>`;
  /** @param {number} seat @param {SeatWish} one */
  const choose = (seat, one) => setWishes(wishes.map((wished, other) => (other === seat ? one : one.who === "me" && wished.who === "me" ? { who: "bot", level } : wished)));
  const send = run(async () => {
    await playerNamed(guestName((number) => t("fork.guest_name", { number })));
    const { id, status } = await post(`/matches/${match.id}/forks`, wish, { key });
    const mine = wishes.findIndex(({ who }) => who === "me");
    if (mine >= 0 && status === "open") await sitDown(id, mine).catch(() => null);
    location.assign(`/matches/${id}`);
  });
  return html`<${Dialog} title=${t("replay.do.fork")} open=${true} onClose=${() => stage.open(null)}>
    <form class="replay-note" onSubmit=${send}>
      <p>${t("fork.text", { at: moment.version ?? at })}</p>
      <p>${eyes === null ? t("fork.anew.spectator", { what }) : t("fork.anew", { name: seats[eyes]?.name ?? "", what })}</p>
      ${wishes.map((one, seat) => html`<${Chair} key=${seat} seat=${seat} name=${seats[seat]?.name ?? ""} wish=${one} levels=${box.bots} onChange=${(/** @type {SeatWish} */ wished) => choose(seat, wished)} />`)}
      ${trouble && html`<p class="notice bad" role="alert">${refusal(trouble)}</p>`}
      <p class="row"><button type="submit" class="primary" aria-busy=${busy} disabled=${moment.version === null}>${t(busy ? "common.loading" : "fork.do")}</button></p>
    </form>
  </${Dialog}>`;
}

/** Who plays a seat on.
 * @param {{seat: number, name: string, wish: SeatWish, levels: readonly string[], onChange: (wish: SeatWish) => void}} props
 */
function Chair({ seat, name, wish, levels, onChange }) {
  /** @type {{label: string, wish: SeatWish}[]} */
  const choices = [
    { label: t("fork.me"), wish: { who: "me" } },
    { label: t("fork.friend"), wish: { who: "open" } },
    ...levels.map((level) => ({ label: [botName(level, seat), botStyle(level)].filter(Boolean).join(": "), wish: { who: /** @type {"bot"} */ ("bot"), level } })),
  ];
  return html`<label class="replay-chair"><span><${Badge} seat=${seat} /> ${name}</span>
    <select onChange=${(/** @type {any} */ event) => onChange(choices[event.target.selectedIndex].wish)}>
      ${choices.map((one) => html`<option key=${one.label} selected=${one.wish.who === wish.who && one.wish.level === wish.level}>${one.label}</option>`)}
    </select></label>`;
}

/** Why nobody can play on from here, in the reader's words.
 * @param {unknown} error
 */
function refusal(error) {
  const code = error instanceof Problem ? `fork.refused.${error.code}` : "";
  const words = t(code);
  return words === code ? troubleText(error) : words;
}
