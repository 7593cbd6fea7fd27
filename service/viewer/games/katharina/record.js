/** How a log of Katharina is read: as notation, for what came by chance, and for how it ended. */

export { draws } from "./draws.js";
export { notation } from "./notation.js";
export { outcome } from "./outcome.js";
