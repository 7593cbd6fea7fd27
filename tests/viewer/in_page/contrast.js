async (within) => {
  if (!document.adoptedStyleSheets.length) {
    const still = new CSSStyleSheet(); // a transition would begin with the old colours
    still.replaceSync("*, ::before, ::after { transition: none !important; }");
    document.adoptedStyleSheets = [still];
  }
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const brush = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const colours = new Map();
  const grounds = new Map();
  /** Red, green, blue and alpha of a colour, from 0 to 1, in whatever form it is written. */
  const parts = (said) => {
    if (!colours.has(said)) {
      brush.clearRect(0, 0, 1, 1);
      brush.fillStyle = said;
      brush.fillRect(0, 0, 1, 1);
      colours.set(said, [...brush.getImageData(0, 0, 1, 1).data].map((one) => one / 255));
    }
    return colours.get(said);
  };
  const over = (top, below) => [0, 1, 2].map((at) => top[at] * top[3] + below[at] * (1 - top[3])).concat(1);
  const light = (colour) => {
    const [red, green, blue] = colour.map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (one, other) => {
    const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  /** What lies behind an element's text, and how opaque the element is; null if a picture is behind it. */
  const ground = (element) => {
    if (!element) return { colour: [1, 1, 1, 1], seen: 1 };
    if (!grounds.has(element)) {
      const below = ground(element.parentElement);
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      grounds.set(element, !below || backgroundImage !== "none" ? null : {
        colour: over(parts(backgroundColor), below.colour),
        seen: below.seen * (element === document.body ? 1 : Number(opacity)), // tests do not paint the body
      });
    }
    return grounds.get(element);
  };
  const found = [];
  const look = (element, style, text, what) => {
    const below = ground(element);
    if (!below || style.visibility === "hidden" || style.display === "none") return;
    const own = over(parts(style.backgroundColor), below.colour);
    const base = what ? own : below.colour;
    const [red, green, blue, cover] = parts(style.color);
    const shown = over([red, green, blue, cover * below.seen * (what ? Number(style.opacity) : 1)], base);
    found.push({ where: `${element.className || element.tagName}${what}`, text, ratio: Math.round(ratio(shown, base) * 100) / 100 });
  };
  for (const element of document.querySelectorAll(`${within}, :is(${within}) *`)) {
    if (element.closest(":disabled, [aria-disabled=true], .unseen, svg") || !element.checkVisibility()) continue;
    const text = [...element.childNodes].filter((one) => one.nodeType === Node.TEXT_NODE).map((one) => one.data.trim()).join(" ").trim();
    if (text) look(element, getComputedStyle(element), text, "");
    for (const what of ["::before", "::after"]) {
      const style = getComputedStyle(element, what);
      if (!["none", "normal", '""'].includes(style.content)) look(element, style, style.content, what);
    }
  }
  return found;
}
