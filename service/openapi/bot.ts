// A bot that answers at random, with nothing but fetch: node bot.ts URL TOKEN (Node 22.18 or newer).
const [url, token] = process.argv.slice(2);
const headers: Record<string, string> = { authorization: `Bearer ${token}`, "content-type": "application/json" };
type Links = { options: string; view: string; commands: string };
type Offered = { prompts: { id: number; sealed: boolean }[]; options: object[] };

async function ask(path: string, body?: object): Promise<Response> {
  const answer = await fetch(url + path, { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}

async function answer(links: Links): Promise<void> {
  const { prompts, options } = (await (await ask(links.options)).json()) as Offered;
  if (!prompts[0] || prompts[0].sealed) return; // answered, and waiting for the others
  const command = options[Math.floor(Math.random() * options.length)]; // your idea: ask(links.view) is what you see
  await (await ask(links.commands, { command, prompt: prompts[0].id })).text();
}

for (;;) {
  try { // whatever goes wrong: the stream begins with all that waits
    let rest = "";
    for await (const piece of (await ask("/api/v1/me/events")).body!.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + piece).split("\n");
      rest = lines.pop()!;
      for (const line of lines) {
        if (line.startsWith("id: ")) headers["last-event-id"] = line.slice(4);
        if (!line.startsWith("data: ")) continue;
        console.log(line.slice(6));
        const event = JSON.parse(line.slice(6)) as { t: string; prompts: number[]; links: Links };
        for (const _ of event.t === "turn" ? event.prompts : []) await answer(event.links); // what follows is told of again
      }
    }
  } catch (error) {
    console.error(String(error));
  }
  await new Promise((resolve) => setTimeout(resolve, 2000));
}
