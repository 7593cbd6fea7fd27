/** The keyboard shortcuts of the viewer, grouped as in the help. */

/** @typedef {{keys: string[], does: string, repeats?: boolean}} Binding */

/** @type {{group: string, bindings: Binding[]}[]} */
export const KEYMAP = [
  {
    group: "move",
    bindings: [
      { keys: ["ArrowLeft"], does: "step_back", repeats: true },
      { keys: ["ArrowRight"], does: "step_on", repeats: true },
      { keys: ["Shift+ArrowLeft"], does: "turn_back", repeats: true },
      { keys: ["Shift+ArrowRight"], does: "turn_on", repeats: true },
      { keys: ["ArrowUp"], does: "round_back", repeats: true },
      { keys: ["ArrowDown"], does: "round_on", repeats: true },
      { keys: ["j"], does: "five_back", repeats: true },
      { keys: ["l"], does: "five_on", repeats: true },
      { keys: ["PageUp"], does: "ten_back", repeats: true },
      { keys: ["PageDown"], does: "ten_on", repeats: true },
      { keys: ["Home"], does: "start" },
      { keys: ["End"], does: "end" },
      { keys: ["m"], does: "mark_on", repeats: true },
      { keys: ["Shift+m"], does: "mark_back", repeats: true },
      { keys: ["g"], does: "ask_where" },
    ],
  },
  {
    group: "play",
    bindings: [
      { keys: [" ", "k"], does: "play" },
      { keys: [","], does: "slower" },
      { keys: ["."], does: "faster" },
    ],
  },
  {
    group: "look",
    bindings: [
      { keys: ["["], does: "viewer_back" },
      { keys: ["]"], does: "viewer_on" },
      { keys: ["a"], does: "everything" },
      { keys: ["s"], does: "spectator" },
      { keys: ["f"], does: "turn_board" },
      { keys: ["u"], does: "undone" },
      { keys: ["b"], does: "branch" },
      { keys: ["t"], does: "text" },
      { keys: ["d"], does: "compare" },
      { keys: ["i"], does: "explain_on", repeats: true },
      { keys: ["Shift+i"], does: "explain_back", repeats: true },
    ],
  },
  {
    group: "keep",
    bindings: [
      { keys: ["c"], does: "copy_link" },
      { keys: ["e"], does: "annotate" },
      { keys: ["x"], does: "fork" },
      { keys: ["r"], does: "rules" },
      { keys: ["?"], does: "help" },
      { keys: ["Escape"], does: "close" },
    ],
  },
];

const BOUND = new Map(KEYMAP.flatMap(({ bindings }) => bindings.flatMap((binding) => binding.keys.map((key) => [key, binding]))));
/** Elements that handle keys themselves: text fields, buttons, and widgets with arrow keys. */
const WRITES = "input:not([type=range], [type=checkbox], [type=button]), textarea, select, [contenteditable]";
const PRESSED = "button, a[href], summary, [role=button], input[type=checkbox]";
const MOVED_IN = "[role=tablist], [role=listbox], [role=radiogroup], [role=menu], input[type=radio]";

/** Returns the name of a pressed key as in the key map, or null for shortcuts of the browser.
 * @param {Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey" | "getModifierState">} event
 * @returns {string | null}
 */
export function keyName(event) {
  const composed = event.getModifierState?.("AltGraph") || (event.altKey && "[]".includes(event.key));
  if (event.metaKey || (!composed && (event.ctrlKey || event.altKey))) return null;
  const letter = event.key.length === 1;
  const key = letter ? event.key.toLowerCase() : event.key;
  const shifted = event.shiftKey && (!letter || /[a-z]/.test(key));
  return (shifted ? "Shift+" : "") + key;
}

/** Returns the action of a pressed key, or null if it has none or the focused element handles it.
 * @param {KeyboardEvent} event
 * @param {{letters: boolean}} setting whether single letters and signs are shortcuts
 * @returns {string | null}
 */
export function actionOf(event, { letters }) {
  const name = keyName(event);
  const binding = name === null ? undefined : BOUND.get(name);
  if (!name || !binding || event.defaultPrevented || (event.repeat && !binding.repeats)) return null;
  const single = name.replace("Shift+", "").length === 1 && name !== " ";
  if (single && !letters) return null;
  const target = /** @type {Element | null} */ (event.target);
  if (typeof target?.closest === "function") {
    if (target.closest(WRITES)) return null;
    if (name === " " && target.closest(PRESSED)) return null;
    if (/Arrow|Home|End|Page/.test(name) && target.closest(MOVED_IN)) return null;
  }
  return binding.does;
}
