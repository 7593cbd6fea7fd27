"""Scripts that answer a question of the Catan card game on its page with the first there is to say."""

from __future__ import annotations

FILL = """async () => {
  const wait = () => new Promise((done) => setTimeout(done, 0));
  const MORE = ".cc-counters button:last-child:enabled";
  const panel = () => document.querySelector(".cc-choice");
  const press = async (selector) => {
    const found = panel().querySelector(selector);
    found?.click();
    await wait();
    return Boolean(found);
  };
  const ready = () => document.querySelector(".match-question-buttons > button.primary:enabled");
  if (!panel().querySelector(".cc-open")) await press(".cc-bar button:enabled");
  for (let tries = 0; tries < 40 && !ready(); tries += 1) {
    const open = [...panel().querySelectorAll(".cc-field")].find((one) => !one.querySelector("[aria-pressed=true]"));
    if (open) open.querySelector("button:enabled").click();
    else if (!(await press("[data-field=cards] [aria-pressed=false]"))) await press(MORE);
    await wait();
  }
  return Boolean(ready());
}"""
"""Opens the first tool unless one is open, and picks the first of whatever it asks for."""

SEND = """() => (document.querySelector(".match-question-buttons > button.primary:enabled:not(.cc-tool)")
  ?? document.querySelector(".match-question-buttons .cc-tool")).click()"""
