/** Numbers of per cent, as the analysis of a match gives them. */

import { language } from "../words/words.js";

/** Formats a number of per cent. @param {number} number @param {"auto" | "exceptZero"} [signDisplay] */
export const percent = (number, signDisplay = "auto") =>
  new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 1, signDisplay }).format(number / 100).replace("-", "−");
