// A bot that answers at random, using only fetch: node bot.ts URL TOKEN (Node 22.18 or newer).
export {};
const [url, token] = process.argv.slice(2);
const headers: Record<string, string> = { authorization: `Bearer ${token}`, "content-type": "application/json" };
type Links = { options: string; view: string; commands: string };
type Told = { t: string; prompts: number[]; links: Links };

async function ask(path: string, body?: object, signal = AbortSignal.timeout(60_000)): Promise<Response> {
  const answer = await fetch(url + path, { headers, signal, ...(body && { method: "POST", body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}

async function answer(links: Links): Promise<void> {
  const { prompts, options } = (await (await ask(links.options)).json()) as { prompts: { id: number; sealed: boolean }[]; options: object[] };
  if (!prompts[0] || prompts[0].sealed) return; // answered already, and waiting for the others
  const command = options[Math.floor(Math.random() * options.length)]; // your idea: ask(links.view) is what you see
  await (await ask(links.commands, { command, prompt: prompts[0].id })).text();
}

async function listen(dead = new AbortController(), rest = ""): Promise<void> {
  const wait = () => setTimeout(() => dead.abort(), 60_000); // a minute without data, not even a heartbeat
  let silence = wait();
  const stream = (await ask("/api/v1/me/events", undefined, dead.signal)).body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await stream.read(); !read.done; read = await stream.read(), clearTimeout(silence), silence = wait()) {
    const lines = (rest + read.value).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      if (line.startsWith("id: ")) headers["last-event-id"] = line.slice(4);
      if (!line.startsWith("data: ")) continue;
      console.log(line.slice(6));
      const event = JSON.parse(line.slice(6)) as Told;
      for (const _ of event.t === "turn" ? event.prompts : []) await answer(event.links); // later questions arrive as new events
    }
  }
}

// reconnects after any failure: the stream begins with every question that still waits
const again = (): unknown => listen().catch((error) => console.error(String(error))).then(() => setTimeout(again, 2000));
again();
