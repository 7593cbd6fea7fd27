/** The animations of Cities & Knights with their texts and style, which load after the table: it can be played before anything moves on it. */

import { loadStyles } from "../../../ui/lazy.js";
import { loadWords } from "../../../words/words.js";

export { Face, movements } from "../moving.js";

await Promise.all([loadWords(async (language) => (await import(`../words/${language}_scenes.js`)).default), loadStyles("games/cities_knights/scenes/scenes.css")]);
