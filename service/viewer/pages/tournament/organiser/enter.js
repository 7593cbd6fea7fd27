/** Forms that enter entrants: bots, players by link, guests by name, and a whole list of names. */

import { html, useEffect, useState } from "../../../dom.js";
import { levelName } from "../../../ui/game_name.js";
import { read } from "../../../api/api.js";
import { joinList, t } from "../../../words/words.js";
import { namesakes } from "../people.js";
import { EnterList } from "./enter_list.js";
import { readDragged, isList } from "./list_text.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {{card: TournamentSummary, acts: import("./staff_changes.js").StaffChanges}} Props
 */

const MOST = 64;

/** Returns the player id in pasted text, which is the id itself or the address of the player's page.
 * @param {string} text
 * @returns {string}
 */
export const findPlayerId = (text) => /(?:^|\/players\/)([0-9a-f]{32})(?:$|[/?#])/.exec(text.trim().toLowerCase())?.[1] ?? "";

/** @param {Props} props */
export function Enter({ card, acts }) {
  const [brought, setBrought] = useState({ text: "" });
  const [over, setOver] = useState(false);
  /** @param {boolean} is */
  const onDrag = (is) => (/** @type {DragEvent} */ event) => (event.preventDefault(), setOver(is));
  const drop = async (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer) setBrought({ text: await readDragged(event.dataTransfer) });
  };
  return html`<div class=${`desk-enter${over ? " over" : ""}`} onDragOver=${onDrag(true)} onDragLeave=${onDrag(false)} onDrop=${drop}>
    ${card.plan.elsewhere ? html`<${EnterGuest} card=${card} acts=${acts} onList=${(/** @type {string} */ text) => setBrought({ text })} />` : html`<${EnterBots} card=${card} acts=${acts} />`}
    <${EnterPlayer} card=${card} acts=${acts} /><${EnterList} card=${card} acts=${acts} brought=${brought} />
  </div>`;
}

/** @param {Props} props */
function EnterBots({ card, acts }) {
  const levels = useLevels(card.game);
  const [level, setLevel] = useState("");
  const [many, setMany] = useState("1");
  const chosen = level || (levels.at(-1) ?? "");
  const count = Math.min(MOST, Math.max(1, Math.round(Number(many)) || 1));
  const entrants = Array.from({ length: count }, () => ({ t: "bot", level: chosen }));
  return html`<form class="desk-line" novalidate onSubmit=${acts.act("entrants/list", { entrants }, { confirmation: t("desk.done.bots", { count }) })}>
    <label>${t("desk.enter.level")} <select onChange=${(/** @type {any} */ event) => setLevel(event.target.value)}>
      ${levels.map((one) => html`<option key=${one} value=${one} selected=${one === chosen}>${levelName(one)}</option>`)}</select></label>
    <label>${t("desk.enter.many")} <input type="number" min="1" max=${MOST} value=${many} onInput=${(/** @type {any} */ event) => setMany(event.target.value)} /></label>
    <button aria-busy=${acts.busy} disabled=${!chosen}>${t("desk.enter.bots")}</button>
  </form>`;
}

/** @param {Props} props */
function EnterPlayer({ card, acts }) {
  const [link, setLink] = useState("");
  const [club, setClub] = useState("");
  const player = findPlayerId(link);
  const wish = { t: "player", player, club }; // no entropy here: players add it themselves when they open the page
  return html`<form class="desk-line" novalidate onSubmit=${acts.act("entrants", wish, { confirmation: t("desk.done.entered"), then: () => setLink("") })}>
    <label class="desk-wide">${t("desk.enter.link")} <input type="text" class="mono" autocomplete="off" spellcheck=${false} value=${link}
      onInput=${(/** @type {any} */ event) => setLink(event.target.value)} /></label>
    <${Club} club=${club} onChange=${setClub} />
    <button aria-busy=${acts.busy} disabled=${!player}>${t("desk.enter.player")}</button>
  </form>`;
}

/** @param {Props & {onList: (text: string) => void}} props several names pasted at once are treated as a list */
function EnterGuest({ acts, onList }) {
  const [name, setName] = useState("");
  const [club, setClub] = useState("");
  const paste = (/** @type {ClipboardEvent} */ event) => {
    const copied = event.clipboardData?.getData("text/plain") ?? "";
    if (!isList(copied)) return;
    event.preventDefault();
    onList(copied);
  };
  const confirmation = (/** @type {TournamentSummary} */ seen) => confirmationText(seen, name);
  return html`<form class="desk-line" novalidate onSubmit=${acts.act("entrants", { t: "guest", name, club }, { confirmation, then: () => setName("") })}>
    <label class="desk-wide">${t("desk.enter.name")} <input type="text" maxlength="40" autocomplete="off" value=${name} onPaste=${paste}
      onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
    <${Club} club=${club} onChange=${setClub} />
    <button aria-busy=${acts.busy} disabled=${!name.trim()}>${t("desk.enter.guest")}</button>
  </form>`;
}

/** Returns the confirmation for an entered guest, with the guest's number and any entrants with the same name.
 * @param {TournamentSummary} card
 * @param {string} name
 */
function confirmationText(card, name) {
  const { number } = card.entrants.at(-1) ?? { number: 0 };
  const others = namesakes(card).find((those) => those.includes(number))?.filter((one) => one !== number) ?? [];
  return t(others.length > 0 ? "desk.done.namesake" : "desk.done.guest", { name: name.trim(), number, others: joinList(others.map(String)) });
}

/** @param {{club: string, onChange: (club: string) => void}} props */
function Club({ club, onChange }) {
  return html`<label>${t("desk.enter.club")} <input type="text" maxlength="40" autocomplete="off" value=${club}
    onInput=${(/** @type {any} */ event) => onChange(event.target.value)} /></label>`;
}

/** Returns the levels of a game's bots.
 * @param {string} game
 */
function useLevels(game) {
  const [levels, setLevels] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    let gone = false;
    read(`/games/${game}`).then(
      (box) => gone || setLevels(box.bots),
      () => {}, // without levels the button stays disabled
    );
    return () => void (gone = true);
  }, [game]);
  return levels;
}
