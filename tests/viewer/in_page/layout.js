// @ts-nocheck: it reads a page that other scripts have drawn.
/* Checks the layout of a match's page: what is too small, cut off, covered, or reachable only by scrolling. */

() => {
  const faults = [];
  const say = (fault, one) => faults.push(`${innerWidth}×${innerHeight}: ${fault}${one ? `: ${one.outerHTML.slice(0, 140)}` : ""}`);
  const first = (those) => [...document.querySelectorAll(those)].find((one) => one.getClientRects().length > 0);
  const desk = matchMedia("(min-width: 64rem)").matches;
  const low = !desk && matchMedia("(min-width: 36rem) and (max-height: 30rem)").matches;
  const board = first("[data-board]") ?? first(".cc-table");
  const scroller = first(desk || low ? ".match-board" : ".match-body");
  const box = board.getBoundingClientRect();
  const room = scroller.getBoundingClientRect();

  // The board: large, whole, and visible without scrolling.
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth) say(`the page is ${scrollWidth} wide`);
  if (scrollHeight > innerHeight) say(`the page is ${scrollHeight} high`);
  const isSeen = ({ top, bottom }) => bottom > room.top && top < room.bottom;
  const places = [...document.querySelectorAll("[data-pick]")].map((one) => one.getBoundingClientRect());
  if (scroller.scrollTop && !places.some(isSeen)) say("the board was scrolled"); // it is scrolled only to show a place that can be picked
  if (desk && box.width < 0.55 * innerWidth - 0.5) say(`the board has ${Math.round(box.width)}`);
  if (low && room.width < 0.5 * innerWidth) say(`the board has ${Math.round(room.width)}`);
  if ((desk || low) && board.matches("[data-board]") && box.bottom > room.bottom + 1) say(`the board ends at ${Math.round(box.bottom)}, its room at ${Math.round(room.bottom)}`);
  const seen = Math.min(box.bottom, room.bottom) - Math.max(box.top, room.top);
  if (seen < 88) say(`${Math.round(seen)} of the board are seen`);

  // The question, or its foot, is visible beside it.
  const asked = first(".match-question > *, .match-foot > *");
  if (!asked) say("no question is seen");
  else if (low && asked.getBoundingClientRect().height < 100 && [asked, ...asked.querySelectorAll("*")].some((one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY === "auto")) say(`the question has ${Math.round(asked.getBoundingClientRect().height)}`, asked);

  // Nothing covers anything else.
  const parts = [".match-top", ".match-live", desk || low ? ".match-board" : ".match-body", ".match-question", ".match-hold", ".match-foot", ".replay-bar"].map(first).filter(Boolean);
  parts.forEach((one, n) => {
    const a = one.getBoundingClientRect();
    if (a.left < -1 || a.right > innerWidth + 1 || a.top < -1 || a.bottom > innerHeight + 1) say("it reaches beyond the window", one);
    for (const other of parts.slice(n + 1)) {
      const b = other.getBoundingClientRect();
      const over = Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
      if (over > 1) say(`${one.className} and ${other.className} overlap by ${Math.round(over)}`);
    }
  });

  const within = (one, so) => Boolean(one) && (so(one) || within(one.parentElement, so));

  // No text is cut off, unless dots show it and the full text is available.
  const texts = [".match-top", ".match-live", ".match-question", ".match-hold", ".match-foot", ".replay-bar"].flatMap((part) => [...document.querySelectorAll(`${part} *`)]);
  for (const one of texts) {
    const said = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!said || one.closest(".unseen, svg, select") || !one.getClientRects().length) continue;
    const style = getComputedStyle(one);
    if (style.opacity === "0" || within(one, (outer) => getComputedStyle(outer).clipPath !== "none")) continue;
    const hidden = style.overflowX !== "visible" || style.display.startsWith("inline") === false;
    if (hidden && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1 && style.textOverflow !== "ellipsis" && style.overflowX !== "auto") say(`its text is ${one.scrollWidth - one.clientWidth} wider than it`, one);
  }

  // Nothing covers the text of a card.
  for (const sign of document.querySelectorAll(":is(.ka-key, .ka-mark)")) {
    const a = sign.getBoundingClientRect();
    for (const words of sign.closest(".ka-card").querySelectorAll(".ka-name, .ka-effect, .ka-says, .ka-cities, .ka-bonus")) {
      const b = words.getBoundingClientRect();
      if (a.width && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) say("it lies over the text of its card", sign);
    }
  }
  return faults;
};
