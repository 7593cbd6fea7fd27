/** The additional words for everything that opens beside the table. They are loaded together with it. */

import { loadWords } from "../../words/words.js";

await loadWords(async (language) => (await import(`./words/${language}_tables.js`)).default);
