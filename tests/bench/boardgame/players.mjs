// The load of a boardgame.io server: `node players.mjs PORT MATCHES`. For each line of the standard input, a number of
// seconds, it plays new matches for that time, with one socket each, and prints the moves per second.
import { createInterface } from "node:readline";
import { io } from "socket.io-client";

const [port, matches] = process.argv.slice(2).map(Number);
const address = `http://127.0.0.1:${port}`;
/** Milliseconds at the beginning that do not count. */
const WARM = 200;

async function openMatch() {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${address}/games/toy/create`, { method: "POST", headers, body: '{"numPlayers":2}' });
    const { matchID } = await answer.json();
    const socket = io(`${address}/toy`, { transports: ["websocket"], forceNew: true });
    const state = await new Promise((resolve) => {
        socket.once("sync", (_, synced) => resolve(synced.state));
        socket.once("connect", () => socket.emit("sync", matchID, "0", undefined, 2));
    });
    return { socket, matchID, state };
}

/** Plays roll, pass, roll, pass; returns the number of moves that were answered between the two times. */
async function play({ socket, matchID, state }, from, until) {
    for (let number = 0, moves = 0; ; number++) {
        const playerID = state.ctx.currentPlayer;
        const payload = { type: number % 2 ? "pass" : "roll", args: [], playerID };
        const updated = new Promise((resolve) => socket.once("update", (_, next) => resolve(next)));
        socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, matchID, playerID);
        const next = await updated;
        if (next._stateID !== state._stateID + 1) throw new Error(`a move was refused in ${JSON.stringify(next)}`);
        state = next;
        const now = performance.now();
        if (now > until) return moves;
        if (now > from) moves += 1;
    }
}

while (!(await fetch(`${address}/games`).catch(() => null))?.ok) await new Promise((go) => setTimeout(go, 100));
for await (const line of createInterface({ input: process.stdin })) {
    const tables = [];
    while (tables.length < matches) tables.push(await openMatch());
    const begun = performance.now();
    const until = begun + Number(line) * 1000;
    const moves = await Promise.all(tables.map((table) => play(table, begun + WARM, until)));
    for (const { socket } of tables) socket.close();
    console.log((moves.reduce((a, b) => a + b) * 1000) / (until - begun - WARM));
}
