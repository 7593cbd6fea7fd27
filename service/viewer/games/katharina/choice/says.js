/** What an answer, a refusal and a question are in words. */

import { learn, listed, t } from "../../../words/words.js";
import { named } from "../box.js";
import { cardTexts } from "../effects.js";
import { said } from "./narrow.js";

// Whoever answers, or opens the board as tables, needs these words; who only looks on does not.
await learn(async (language) => (await import(`../words/${language}_choice.js`)).default);

/** An answer as a sentence.
 * @param {any} command
 * @param {any} components
 * @param {any} seat the own seat's view
 * @returns {string}
 */
export function answerText(command, components, seat) {
  const name = (/** @type {string} */ id) => cardTexts(id, components).name;
  const city = command.city ? named(components, "city", command.city) : "";
  switch (command.t) {
    case "choose-display":
      return t("katharina.answer.display", { cards: listed(command.cards.map(name)) });
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
        paid.length && t("katharina.answer.paid", { cards: listed(paid.map(name)) }),
        command.bonus && t("katharina.answer.bonus"),
      ].filter(Boolean).join(" ");
    }
  }
}

/** What is yet to be picked, as a request.
 * @param {string} tag of the question; playing goes step by step
 * @param {import("./narrow.js").Missing[]} missing
 * @returns {string}
 */
export const stillToPick = (tag, missing) => (tag === "play-cards" ? missing.slice(0, 1) : missing).map(({ field, n }) => t(`katharina.pick.${tag}.${field}`, { n })).join(" ");

/** A refusal in words; the service's own sentence where the page has none.
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
