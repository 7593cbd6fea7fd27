// boardgame.io's own server with a toy game, in memory and without accounts: `node server.mjs PORT`.
// It ends with its input.
import { createRequire } from "node:module";
const { Server } = createRequire(import.meta.url)("boardgame.io/server");

const toy = {
    name: "toy",
    setup: () => ({ dice: [0, 0], rolls: 0 }),
    moves: {
        roll: ({ G, random }) => {
            G.dice = random.D6(2);
            G.rolls += 1;
        },
        pass: ({ events }) => events.endTurn(),
    },
};

Server({ games: [toy], origins: [] }).run(Number(process.argv[2]));
process.stdin.on("end", () => process.exit()).resume();
