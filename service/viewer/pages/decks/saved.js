/** Deck lists saved in the player's account, and tournaments to which the current list can be submitted. */

import { html, useEffect, useState } from "../../dom.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { useTask } from "../../ui/task.js";
import { read, request } from "../../api/api.js";
import { usePlayer } from "../../api/player.js";
import { language, t } from "../../words/words.js";
import { checkList } from "./check.js";
import { parseList, serialiseList } from "./deck_draft.js";

/**
 * @typedef {import("../../types.d.ts").DeckChecked} DeckChecked
 * @typedef {import("../../types.d.ts").OwnDeck} OwnDeck
 * @typedef {import("./deck_draft.js").DeckDraft} Made
 * @typedef {{game: string, made: Made, found: DeckChecked | null, onMade: (made: Made) => void}} Props
 */

/** @param {Props} props */
export function Saved(props) {
  const somebody = usePlayer();
  if (!somebody) return html`<p class="soft">${t("decks.guest")}</p>`;
  return html`<details class="panel decks-ways"><summary>${t("decks.saved")}</summary><${SavedLists} ...${props} /></details>
    <details class="panel decks-ways"><summary>${t("decks.hand_in")}</summary><${HandIn} ...${props} player=${somebody.player} /></details>`;
}

/** @param {Props} props */
function SavedLists({ game, made, found, onMade }) {
  const [lists, setLists] = useState(/** @type {OwnDeck[] | null} */ (null));
  const { busy, trouble, run } = useTask();
  const ask = async () => setLists((await read("/me/decks")).decks.filter((/** @type {OwnDeck} */ one) => one.game === game));
  useEffect(() => void run(ask)(undefined), [game]);
  const at = (/** @type {string} */ name) => `/me/decks/${encodeURIComponent(name)}`;
  const save = run(async () => {
    await request("PUT", at(made.name.trim()), { body: { game, deck: serialiseList(made) }, query: { language: language() } });
    await ask();
  });
  const take = (/** @type {OwnDeck} */ one) => run(async () => onMade({ ...parseList((await checkList(game, one.deck, language())).list), name: one.name }));
  const forget = (/** @type {OwnDeck} */ one) => run(async () => {
    await request("DELETE", at(one.name));
    await ask();
  });
  return html`<form class="decks-form" onSubmit=${save}>
      <div class="row"><button class="primary" aria-busy=${busy} disabled=${!made.name.trim() || !found?.list}>${t("decks.save")}</button>
        ${!made.name.trim() && html`<span class="soft">${t("decks.save.named")}</span>`}</div>
    </form>
    <${ErrorNotice} error=${trouble} />
    ${lists?.length === 0 && html`<p class="soft">${t("decks.saved.none")}</p>`}
    <ul class="decks-ready">${lists?.map((one) => html`<li key=${one.name}><button type="button" onClick=${take(one)}>${one.name}</button>
      <button type="button" class="plain" aria-label=${t("decks.forget", { name: one.name })} onClick=${forget(one)}>×</button></li>`)}</ul>`;
}

/** The player's entries in tournaments of this game that accept lists.
 * @param {Props & {player: string}} props
 */
function HandIn({ game, made, found, player }) {
  const [events, setEvents] = useState(/** @type {{id: string, title: string, number: number}[] | null} */ (null));
  const [handed, setHanded] = useState("");
  const { busy, trouble, run } = useTask();
  useEffect(() => void run(async () => setEvents(await readEntered(player, game)))(undefined), [player, game]);
  const legal = found !== null && found.problems.length === 0;
  const give = (/** @type {{id: string, title: string, number: number}} */ one) => run(async () => {
    await request("PUT", `/tournaments/${one.id}/entrants/${one.number}/deck`, { body: { deck: serialiseList(made) }, query: { language: language() } });
    setHanded(one.title);
  });
  return html`${!legal && html`<p class="soft">${t("decks.hand_in.legal")}</p>`}
    ${events?.length === 0 && html`<p class="soft">${t("decks.hand_in.none")}</p>`}
    <ul class="decks-ready">${events?.map((one) => html`<li key=${one.id}><a href=${`/tournaments/${one.id}`}>${one.title}</a>
      <button type="button" aria-busy=${busy} disabled=${!legal} onClick=${give(one)}>${t("decks.hand_in.do")}</button></li>`)}</ul>
    <p role="status">${handed && t("decks.handed_in", { title: handed })}</p>
    <${ErrorNotice} error=${trouble} />`;
}

/** @param {string} player @param {string} game */
async function readEntered(player, game) {
  const { entries } = await read(`/players/${encodeURIComponent(player)}`);
  const open = entries.filter((/** @type {any} */ one) => one.game === game && !["finished", "cancelled"].includes(one.phase));
  const cards = await Promise.all(open.map((/** @type {any} */ one) => read(`/tournaments/${one.tournament}`)));
  return cards.flatMap((card, at) => (card.plan.decks === "none" ? [] : [{ id: card.id, title: card.title, number: open[at].entrant }]));
}
