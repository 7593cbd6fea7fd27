/** Writes a command as text, for readers who do not choose it. */

import { answerText } from "./says.js";

/** @type {import("../../../types.d.ts").Phrase} */
export const phrase = (command, { components, view, seat }) => answerText(command, components, view.seats[seat]);
