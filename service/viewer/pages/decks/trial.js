/** Trying a list: a match against a bot, in which the list is brought at once. */

import { html } from "../../dom.js";
import { Trouble } from "../../ui/trouble.js";
import { useDoing } from "../../ui/doing.js";
import { newKey, post } from "../../api/api.js";
import { guestName, playerNamed } from "../../account/people.js";
import { opened } from "../../forms/opening.js";
import { t } from "../../words/words.js";

/**
 * @typedef {import("../../types.d.ts").DeckBox} DeckBox
 * @typedef {import("../../types.d.ts").DeckChecked} DeckChecked
 * @typedef {import("../../types.d.ts").GameLine} GameLine
 */

/** @param {{line: GameLine, box: DeckBox, found: DeckChecked | null}} props */
export function Trial({ line, box, found }) {
  const { busy, trouble, run } = useDoing();
  const level = line.bots.at(-1);
  if (!level) return null;
  const begin = run(async () => {
    await playerNamed(guestName((number) => t("decks.guest_name", { number })));
    const match = await opened({ game: line.game, seats: [{ who: "me" }, { who: "bot", level }], options: box.trial.options, disclosure: "everyone" }, newKey());
    // where the list is not taken, the match asks for one
    await post(`/${line.game}/matches/${match}/commands`, { command: box.trial.bring(found?.list) }).catch(() => null);
    location.assign(`/matches/${match}`);
  });
  return html`<div class="row"><button type="button" aria-busy=${busy} disabled=${!found || found.problems.length > 0} onClick=${begin}>${t("decks.try")}</button></div>
    <${Trouble} error=${trouble} />`;
}
