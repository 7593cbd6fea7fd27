/** The choice of a deck: a built-in list, one of the player's saved lists, or a pasted one. The service checks it first. */

import { post, read } from "../../../api/api.js";
import { html, useEffect, useState } from "../../../dom.js";
import { language, t } from "../../../words/words.js";
import { named } from "../box.js";

const GAME = "catan_cards";

/** @param {any} props */
export function DeckField({ form, filled, acts, components, tool, sending }) {
  const [own, setOwn] = useState(/** @type {{name: string, deck: string}[]} */ ([]));
  const [text, setText] = useState("");
  const [told, setTold] = useState(/** @type {{name: string, faults: string[], busy: boolean}} */ ({ name: "", faults: [], busy: false }));
  useEffect(() => {
    read("/me/decks").then(
      ({ decks }) => setOwn(decks.filter((/** @type {{game: string}} */ one) => one.game === GAME)),
      () => setOwn([]),
    );
  }, []);
  const take = async (/** @type {string} */ name, /** @type {string} */ deck) => {
    acts.fill({ deck: null });
    setTold({ name, faults: [], busy: true });
    try {
      const { list, problems } = await post(`/${GAME}/decks/check`, { deck }, { query: { language: language() } });
      setTold({ name, faults: problems.map((/** @type {{sentence: string}} */ one) => one.sentence), busy: false });
      if (!problems.length) acts.fill({ deck: { t: form.command, cards: list.cards, events: list.events } });
    } catch (error) {
      setTold({ name, faults: [/** @type {Error} */ (error).message], busy: false });
    }
  };
  const house = tool.options.map((/** @type {any} */ command) => ({ command, id: components.lists.find((/** @type {any} */ list) => same(list.cards, command.cards))?.id ?? "" }));
  return html`<p class="soft">${t("catan_cards.deck.help", { cards: form.cards, events: form.events })}</p>
    <div class="cc-field" data-field="house" role="group" aria-label=${t("catan_cards.deck.house")}>
      <span class="cc-field-label soft" aria-hidden="true">${t("catan_cards.deck.house")}</span>
      ${house.map((/** @type {{command: any, id: string}} */ { command, id }) => html`<button type="button" data-nth key=${id} class="cc-option" disabled=${sending} aria-pressed=${same(filled.deck?.cards ?? {}, command.cards)} title=${named(components, "house_texts", id)} onClick=${() => (setTold({ name: "", faults: [], busy: false }), acts.fill({ deck: command }))}>${named(components, "house", id)}</button>`)}
    </div>
    ${own.length > 0 && html`<div class="cc-field" data-field="own" role="group" aria-label=${t("catan_cards.deck.own")}>
      <span class="cc-field-label soft" aria-hidden="true">${t("catan_cards.deck.own")}</span>
      ${own.map(({ name, deck }) => html`<button type="button" data-nth key=${name} class="cc-option" aria-pressed=${told.name === name && filled.deck !== null} onClick=${() => take(name, deck)}>${name}</button>`)}
    </div>`}
    <details class="cc-paste"><summary>${t("catan_cards.deck.paste")}</summary>
      <label>${t("catan_cards.deck.text")}<textarea class="mono" rows="4" spellcheck=${false} value=${text} onInput=${(/** @type {any} */ event) => setText(event.currentTarget.value)}></textarea></label>
      <button type="button" disabled=${!text.trim() || told.busy} onClick=${() => take("", text)}>${t("catan_cards.deck.take")}</button>
    </details>
    ${told.busy && html`<p class="soft" role="status">${t("common.loading")}</p>`}
    ${told.faults.length > 0 && html`<ul class="notice bad" role="alert">${told.faults.map((fault) => html`<li>${fault}</li>`)}</ul>`}
    <p><a href="/decks">${t("catan_cards.deck.page")}</a></p>`;
}

/** @param {Record<string, number>} one @param {Record<string, number>} other */
const same = (one, other) => Object.keys({ ...one, ...other }).every((id) => (one[id] ?? 0) === (other[id] ?? 0));
