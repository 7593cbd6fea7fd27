// @ts-nocheck: it reads a page that other scripts have drawn.
/* Puts a finger on the middle of each button of a question: as it is asked, with each of its tools open, and answered. */

async ({ panel, tag, offers, tools, known }, read) => {
  const desk = matchMedia("(min-width: 64rem)").matches;
  /** Cards in a container of their own whose edge shows that there are more. */
  const STRIP = ".cc-choice :is(.more-across, .more-down)";
  const beside = desk || matchMedia("(min-width: 36rem) and (max-height: 30rem)").matches;
  const faults = [];
  const first = (those) => document.querySelector(those);
  const primary = () => first(".match-question-foot .primary:not(.cc-tool)");
  const press = (one) => one.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const until = async (what, come) => {
    for (const end = Date.now() + 60_000; Date.now() < end;) {
      if (come()) return;
      await new Promise((done) => setTimeout(done, 5)); // asking for a frame would draw one
    }
    throw new Error(`${what} never came: ${first(panel).innerText}`);
  };
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const of = (those) => [...document.querySelectorAll(those)].filter((one) => !one.disabled && one.checkVisibility());

  /** Beside the board each button is hit without scrolling the question; a sheet may be scrolled and opened, but the button that ends or confirms is hit at once. */
  const look = (step) => {
    const buttons = of(`:is(${panel}, .match-question-foot) :is(button, input)`);
    const ending = of(".match-question-foot button");
    const hit = (one, where) => {
      if (!one.contains(document.elementFromPoint(...middle(one)))) faults.push(`${step}, ${where}: ${one.outerHTML.slice(0, 160)} at ${middle(one).map(Math.round)}`);
    };
    for (const one of desk ? buttons : ending) {
      if (one.closest(STRIP)) one.scrollIntoView({ block: "nearest", inline: "nearest" });
      hit(one, "at once");
    }
    if (desk) {
      if ([...document.querySelectorAll(`:is(${panel}) :not(${STRIP})`)].some((one) => one.scrollTop)) faults.push(`${step}: it was scrolled`);
      for (const strip of document.querySelectorAll(STRIP)) strip.scrollTo(0, 0);
      return;
    }
    const shut = first(".match-question[data-shut]");
    shut?.removeAttribute("data-shut");
    for (const one of of(`:is(${panel}, .match-question-foot) :is(button, input)`)) {
      one.scrollIntoView({ block: "nearest" });
      hit(one, "put before the eyes");
    }
    shut?.setAttribute("data-shut", "");
  };

  const PICKS = [
    ".ck-field:not([data-field=to], :has([aria-pressed=true])) button",
    ...["edge", "hex", "corner"].map((kind) => `.ck-pick-${kind}[data-pick=legal]`),
    ":is([data-side=cards], .ck-counters:not(:has([data-some=true]))) .ck-counter button:last-child:not(:disabled)",
    ".ck-field:not([data-field=to]) button[aria-pressed=false]",
    ".ka-pick-options:not(:has([aria-pressed=true])) .ka-pick-option:not(:disabled)",
    ".ka-columns:not(:has(.ka-low[aria-pressed=true])) button.ka-low",
    "svg:not(:has(.ka-city[aria-pressed=true])) .ka-city[data-pick=legal]",
    "[data-card][aria-pressed=false]:not([aria-disabled], .cc-card, .cc-mini)",
    ".cc-field:not(:has([aria-pressed=true])) button:not(:disabled)",
    ".cc-field[data-field=cards] [aria-pressed=false]",
    ".cc-counters:not(:has([data-some=true])) .cc-counter button:last-child:not(:disabled)",
    ".cc-counter button:last-child:not(:disabled)",
  ];

  const next = () => {
    for (const those of PICKS) {
      const found = [...document.querySelectorAll(those)].find((one) => !desk || one.checkVisibility());
      if (found) return found;
    }
  };

  /** Picks whatever is available until the answer can be sent. Its dry run must not move anything that is being pressed. */
  const complete = async (step) => {
    const place = () => Object.values(primary().getBoundingClientRect().toJSON()).map(Math.round).join();
    const tell = window.hold();
    for (let picks = 0; picks < 100 && primary()?.disabled; picks += 1) {
      press(next() ?? document.body);
      await new Promise((done) => setTimeout(done));
    }
    if (primary()?.disabled !== false) throw new Error(`${step} cannot be answered: ${first(panel).innerText}`);
    const before = place();
    tell();
    await until("what it would bring", () => !first(".match-question-brings[aria-busy=true]"));
    if (place() !== before) faults.push(`${step}: what confirms went from ${before} to ${place()}`);
    look(`${step}, answered`);
    const more = first(`:is(${panel}) details:not([open])`);
    if (more) {
      more.open = true;
      await drawn();
      look(`${step}, answered, with all of it`);
    }
  };

  await until("the question in its place", () => {
    const foot = first(".match-question-foot");
    return Boolean(first(panel)?.closest(".replay-side")) === beside && Boolean(foot?.closest(".match-foot") ?? !beside) !== beside;
  });
  look("asked");
  if (primary() && !["act", "roll", "answer-offer", "discard-progress"].includes(tag)) await complete("asked");
  if (offers) {
    press(first(`:is(${panel}) .match-question-body > button`));
    await until("the bar in place of the offers", () => first(".ck-bar"));
    look("in place of the offers");
  }
  const opening = tools ? [...document.querySelectorAll(":is(.ck-bar, .cc-bar) button[aria-pressed]:not(:disabled, [aria-disabled])")].map((one) => one.dataset.tool).filter((one) => !known.includes(one)) : [];
  const shown = [];
  for (const tool of opening) {
    const opened = `:is(.ck-bar, .cc-bar) [data-tool="${tool}"]`;
    press(first(opened));
    await until(tool, () => first(panel).dataset.tool === tool);
    look(tool);
    shown.push(...(await read()));
    await complete(tool);
    await until("the bar", () => {
      const closed = first(panel).dataset.tool !== tool && first(opened);
      if (!closed) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
      return closed;
    });
  }
  for (const scroller of document.querySelectorAll(".match-body, .match-board")) scroller.scrollTo(0, 0);
  return [faults, opening, shown];
};
