/** The extra words of everything that opens beside the table; loaded with it. */

import { loadWords } from "../../words/words.js";

await loadWords(async (language) => (await import(`./words/${language}_tables.js`)).default);
