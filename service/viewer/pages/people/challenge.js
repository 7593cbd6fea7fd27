/** Challenging a player: a button, and the form that opens a match with a seat of theirs. */

import { html, useState } from "../../dom.js";
import { OpenMatch } from "../../forms/open_match.js";
import { read } from "../../api/api.js";
import { useDoing } from "../../ui/doing.js";
import { Trouble } from "../../ui/trouble.js";
import { t } from "../../words/words.js";

/** @param {{rival: import("../../types.d.ts").PlayerProfile}} props */
export function Challenge({ rival }) {
  const [games, setGames] = useState(/** @type {import("../../types.d.ts").GameLine[] | null} */ (null));
  const [open, setOpen] = useState(false);
  const [sent, setSent] = useState(false);
  const { busy, trouble, run } = useDoing();
  const begin = run(async () => {
    setGames(games ?? (await read("/games")).games);
    setSent(false);
    setOpen(true);
  });
  return html`<div class="people-challenge">
    <button type="button" disabled=${busy} onClick=${begin}>${t("people.challenge")}</button>
    <p role="status">${sent && html`${t("people.challenged", { name: rival.name })} <a href="/">${t("people.challenged.where")}</a>`}</p>
    <${Trouble} error=${trouble} />
    ${games && html`<${OpenMatch} games=${games} rival=${rival} open=${open} onClose=${() => setOpen(false)} go=${() => (setOpen(false), setSent(true))} />`}
  </div>`;
}
