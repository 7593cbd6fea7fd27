/** Writes a command as text, for readers who do not choose it. */

import { loadWords } from "../../../words/words.js";
import { commandText, toolName } from "./says.js";
import { toolsOf } from "./tools.js";

await loadWords(async (language) => (await import(`../words/${language}_choice.js`)).default);

/** @type {import("../../../types.d.ts").Phrase} */
export function phrase(command, { components, view, seats, seat }) {
  const [tool] = toolsOf([command], [], {});
  return commandText(command, toolName(tool, components), { components, view, seats, seat: view.seats[seat], tool });
}
