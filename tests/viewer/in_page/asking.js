// @ts-nocheck: it stands in for the service, whose shapes `asking.py` knows.
/* A stand-in for the service with one match: it answers every request as if the match asked the current question. */

((first) => {
  const send = window.fetch.bind(window);
  const { path, card } = first;
  let { view, asked } = first;
  let version = 1;
  let feed = null;
  let refusal = null;
  let told = Promise.resolve();
  const json = (value) => new Response(JSON.stringify(value), { headers: { "Content-Type": "application/json" } });

  const until = async (come) => {
    for (const begun = performance.now(); !come(); ) {
      if (performance.now() - begun > 60_000) throw new Error(`asked ${version}, but shown: ${document.body.innerHTML}`);
      await new Promise((done) => setTimeout(done, 5));
    }
  };

  /** Asks another question, and waits until the page shows it. */
  window.ask = async (patch, next, panel) => {
    ({ view, asked } = next);
    version += 1;
    const frame = { version, line: { key: "match-resumed" }, patch };
    feed.enqueue(new TextEncoder().encode(`event: frame\ndata: ${JSON.stringify(frame)}\n\n`));
    await until(() => document.querySelector(".replay-bar").dataset.last === String(version));
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true }));
    await until(() => {
      const shown = document.querySelector(panel);
      return shown?.dataset.tag === next.asked.prompt.t && shown.getAttribute("aria-busy") === "false";
    });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  };

  /** A feed, which sends something every fifteen seconds like the service. */
  const heard = () => {
    let beat = 0;
    const start = (stream) => {
      feed = stream;
      beat = setInterval(() => stream.enqueue(new TextEncoder().encode(":\n\n")), 15_000);
    };
    return new ReadableStream({ start, cancel: () => clearInterval(beat) });
  };

  /** Holds back the answer to a dry run; returns the function that releases it. */
  window.hold = () => {
    let go;
    told = new Promise((done) => void (go = done));
    return go;
  };

  /** Refuses everything from now on. */
  window.refuse = (problem) => void (refusal = problem);

  window.fetch = async (url, wanted) => {
    const { pathname, searchParams } = new URL(url, location.href);
    if (!pathname.includes(path)) return send(url, wanted);
    if (pathname.endsWith("/replay")) return new Response(`${JSON.stringify({ version, view })}\n`);
    if (pathname.endsWith("/feed")) return new Response(heard());
    if (pathname.endsWith("/options")) return json({ version, seat: 0, prompts: [{ id: version, sealed: false, prompt: asked.prompt }], options: asked.options, forms: asked.forms, refused: [] });
    if (searchParams.get("dry_run")) {
      const preview = await window.previewed(JSON.parse(wanted.body).command);
      await told;
      return json({ version, preview, barrier: true, view });
    }
    if (wanted?.method === "POST") return new Response(refusal, { status: 422, headers: { "Content-Type": "application/problem+json" } });
    return json({ ...card, version });
  };
});
