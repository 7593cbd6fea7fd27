/** Whatever is opened beside the table has words of its own, which come with it. */

import { learn } from "../../words/words.js";

await learn(async (language) => (await import(`./words/${language}_tables.js`)).default);
