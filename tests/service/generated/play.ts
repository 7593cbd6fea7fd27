/** Matches by nothing but `fetch` and the types that openapi-typescript makes of the document: `node play.ts ADDRESS`. */

import type { components, paths } from "../../../build/clients/openapi.ts";

type Schemas = components["schemas"];
type Path = keyof paths;
type Answered<Method> = Method extends { responses: infer Responses }
  ? Responses[Extract<keyof Responses, 200 | 201>] extends { content: { "application/json": infer Body } }
    ? Body
    : never
  : never;
type Asked<Method> = Method extends { requestBody: { content: { "application/json": infer Body } } } ? Body : never;

/** Somebody who asks, with a token once there is one. */
class Caller {
  readonly #address: string;
  readonly #headers: Record<string, string>;

  constructor(address: string, token = "") {
    this.#address = address;
    this.#headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  }

  get<P extends Path>(path: P, match = ""): Promise<Answered<paths[P]["get"]>> {
    return this.#ask(path, match, {});
  }

  post<P extends Path>(path: P, body: Asked<paths[P]["post"]>, match = ""): Promise<Answered<paths[P]["post"]>> {
    return this.#ask(path, match, { method: "POST", body: JSON.stringify(body) });
  }

  /** Asks again with the same key where nobody knows what became of it: a slow disk is no failure. */
  async #ask<Answer>(path: string, match: string, request: RequestInit): Promise<Answer> {
    const address = this.#address + path.replace("{match}", match);
    const headers = { ...this.#headers, "idempotency-key": crypto.randomUUID() };
    let found = await fetch(address, { ...request, headers });
    for (let times = 0; found.status === 503 && times < 30; times += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      found = await fetch(address, { ...request, headers });
    }
    if (found.ok) return (await found.json()) as Answer;
    const problem = (await found.json()) as Schemas["Problem"];
    throw new Error(`${path}: ${problem.code}, ${problem.detail ?? problem.title}`);
  }
}

/** Gives one answer at random, where one is owed; false where none is. */
type Answerer = (caller: Caller, match: string) => Promise<boolean>;

const katharina: Answerer = async (caller, match) => {
  const { options, prompts: [prompt] } = await caller.get("/api/v1/katharina/matches/{match}/options", match);
  if (!prompt) return false;
  const body = { command: oneOf(options), prompt: prompt.id };
  const done = await caller.post("/api/v1/katharina/matches/{match}/commands", body, match);
  return "head" in done;
};

const citiesKnights: Answerer = async (caller, match) => {
  const { options, prompts: [prompt] } = await caller.get("/api/v1/cities_knights/matches/{match}/options", match);
  if (!prompt) return false;
  const body = { command: oneOf(options), prompt: prompt.id };
  const done = await caller.post("/api/v1/cities_knights/matches/{match}/commands", body, match);
  return "head" in done;
};

const catanCards: Answerer = async (caller, match) => {
  const { options, prompts: [prompt] } = await caller.get("/api/v1/catan_cards/matches/{match}/options", match);
  if (!prompt || prompt.sealed) return false; // what is sealed may be changed until the bot's is, too
  const body = { command: oneOf(options), prompt: prompt.id };
  const done = await caller.post("/api/v1/catan_cards/matches/{match}/commands", body, match);
  return "head" in done;
};

async function main(address: string): Promise<void> {
  const anybody = new Caller(address);
  const names = ["Ada", "Ben"];
  const players = await Promise.all(names.map((name) => anybody.post("/api/v1/players", { name })));
  const [ada, ben] = players.map(({ token }) => new Caller(address, token)) as [Caller, Caller];
  const open: Schemas["OpenSeat"] = { t: "open" };
  const bot: Schemas["BotSeat"] = { t: "bot", level: "greedy" };
  console.log(await played(ada, [ada, ben], { game: "katharina", seats: [{ t: "mine" }, open] }, katharina));
  const knights = { game: "cities_knights", seats: [{ t: "mine" as const }, open], options: { victory_points: 16 } };
  console.log(await played(ada, [ada, ben], knights, citiesKnights));
  console.log(await played(ada, [ada], { game: "catan_cards", seats: [{ t: "mine" }, bot] }, catanCards));
}

/** How many commands of a match are given: what comes later looks the same. */
const COMMANDS = 30;

/** The beginning of a match, and how it stands. */
async function played(host: Caller, callers: Caller[], wanted: Schemas["NewMatch"], answer: Answerer): Promise<string> {
  const { id } = await host.post("/api/v1/matches", wanted);
  for (const caller of callers) if (caller !== host) await caller.post("/api/v1/matches/{match}/seats", {}, id);
  let commands = 0;
  while (commands < COMMANDS) {
    const given = await Promise.all(callers.map((caller) => answer(caller, id)));
    commands += given.filter(Boolean).length;
    if (!given.some(Boolean)) await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const { status, version } = await host.get("/api/v1/matches/{match}", id);
  return `${wanted.game}: ${commands} commands, ${version} entries, ${status}`;
}

function oneOf<Thing>(things: readonly Thing[]): Thing {
  const found = things[Math.floor(Math.random() * things.length)];
  if (found === undefined) throw new Error("There is nothing to choose.");
  return found;
}

await main(process.argv[2] ?? "http://127.0.0.1:8000");
