/** Texts for answers, refusals and questions. */

import { loadWords, joinList, t } from "../../../words/words.js";
import { named } from "../box.js";
import { cardTexts } from "../effects.js";
import { said } from "./narrow.js";

// Only players, and users who read the board as tables, need these words; other viewers do not load them.
await loadWords(async (language) => (await import(`../words/${language}_choice.js`)).default);

/** Returns an answer as a sentence.
 * @param {any} command
 * @param {any} components
 * @param {any} seat the view of the player's seat
 * @returns {string}
 */
export function answerText(command, components, seat) {
  const name = (/** @type {string} */ id) => cardTexts(id, components).name;
  const city = command.city ? named(components, "city", command.city) : "";
  switch (command.t) {
    case "choose-display":
      return t("katharina.answer.display", { cards: joinList(command.cards.map(name)) });
    case "play-cards": {
      const above = seat.action_row[command.slot];
      const params = { action: name(command.action), activation: name(command.activation), above: above ? name(above) : "", slot: command.slot + 1 };
      return t(above ? "katharina.answer.play" : "katharina.answer.play.new", params);
    }
    case "build-or-pass":
      return command.city ? t("katharina.answer.build", { city }) : t("katharina.answer.pass");
    default: {
      if (!command.perform) return t("katharina.answer.decline");
      const paid = [...said(command, "discards"), ...said(command, "bonus_discards")];
      return [
        t("katharina.answer.perform", { name: seat.prompt?.card ? name(seat.prompt.card) : "" }),
        city && t("katharina.answer.city", { city }),
        paid.length && t("katharina.answer.paid", { cards: joinList(paid.map(name)) }),
        command.bonus && t("katharina.answer.bonus"),
      ].filter(Boolean).join(" ");
    }
  }
}

/** Returns the missing picks as a request.
 * @param {string} tag of the question; "play-cards" asks for one field at a time
 * @param {import("./narrow.js").Missing[]} missing
 * @returns {string}
 */
export const stillToPick = (tag, missing) => (tag === "play-cards" ? missing.slice(0, 1) : missing).map(({ field, n }) => t(`katharina.pick.${tag}.${field}`, { n })).join(" ");

/** Returns a refusal as text; the service's message if the page has no text for it.
 * @param {any} problem
 * @returns {string}
 */
export function problemText(problem) {
  const kind = problem.status === 0 ? "unreachable" : problem.kind;
  for (const key of [`katharina.problem.${kind}.${problem.code}`, `katharina.problem.${kind}`]) {
    const text = t(key);
    if (text !== key) return text;
  }
  return t("katharina.problem", { message: problem.message });
}
