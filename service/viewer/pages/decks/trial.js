/** Starts a trial match with a deck list against a bot. The list is submitted at once. */

import { html } from "../../dom.js";
import { usualLevel } from "../../ui/bots.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { useTask } from "../../ui/task.js";
import { newKey, post } from "../../api/api.js";
import { guestName, ensurePlayer } from "../../account/people.js";
import { openMatch } from "../../forms/requests.js";
import { t } from "../../words/words.js";

/**
 * @typedef {import("../../types.d.ts").DeckBox} DeckBox
 * @typedef {import("../../types.d.ts").DeckChecked} DeckChecked
 * @typedef {import("../../types.d.ts").GameLine} GameLine
 */

/** @param {{line: GameLine, box: DeckBox, found: DeckChecked | null}} props */
export function Trial({ line, box, found }) {
  const { busy, trouble, run } = useTask();
  const level = usualLevel(line.bots);
  if (!level) return null;
  const begin = run(async () => {
    await ensurePlayer(guestName((number) => t("decks.guest_name", { number })));
    const match = await openMatch({ game: line.game, seats: [{ who: "me" }, { who: "bot", level }], options: box.trial.options, disclosure: "everyone" }, newKey());
    // if the list is refused, the match asks for one
    await post(`/${line.game}/matches/${match}/commands`, { command: box.trial.bring(found?.list) }).catch(() => null);
    location.assign(`/matches/${match}`);
  });
  return html`<div class="row"><button type="button" aria-busy=${busy} disabled=${!found || found.problems.length > 0} onClick=${begin}>${t("decks.try")}</button></div>
    <${ErrorNotice} error=${trouble} />`;
}
