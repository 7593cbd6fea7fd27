// The draws of Cities & Knights (FORMAT.md, section 12), from the book alone.
// An event is (memory, event, draw) => [what it must hold, what changes in the memory].
const numbered = (prefix, n) => Array.from({ length: n }, (_, i) => `${prefix}${i + 1}`);
const listed = (text, name = (kind, copies) => Array(copies).fill(kind)) =>
  text.split(' ').map((kind) => kind.split('×')).flatMap(([kind, copies = 1]) => name(kind, +copies));
const HEXES = '0,-2 1,-2 2,-2 -1,-1 0,-1 1,-1 2,-1 -2,0 -1,0 0,0 1,0 2,0 -2,1 -1,1 0,1 1,1 -2,2 -1,2 0,2'.split(' ');
const DIRECTIONS = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]];
const TERRAIN = listed('forest×4 pasture×4 fields×4 hills×3 mountains×3 desert');
const TOKENS = listed('5 2 6 3 8 10 9 12 11 4 8 10 9 4 5 6 3 11').map(Number);
const [HARBORS, FACES] = [listed('any grain ore any wool any×2 brick lumber'), listed('ship×3 trade politics science')];
const DECKS = {
  trade: 'commercial_harbor×2 master_merchant×2 merchant×6 merchant_fleet×2 resource_monopoly×4 trade_monopoly×2',
  politics: 'bishop×2 constitution×1 deserter×2 diplomat×2 intrigue×2 saboteur×2 spy×3 warlord×2 wedding×2',
  science: 'alchemist×2 crane×2 engineer×1 inventor×2 irrigation×2 medicine×2 mining×2 printer×1 road_building×2 '
    + 'smith×2',
};
const printed = (deck) => listed(DECKS[deck], (kind, copies) => numbered(`${deck}.${kind}.`, copies));
const step = (hex, direction, n = 1) =>
  hex.split(',').map((x, axis) => +x + n * DIRECTIONS[direction % 6][axis]).join();
const ring = (corner, radius) => Array.from({ length: 6 * radius }, (_, i) => Math.floor(i / radius)).reduce(
  (path, side) => [...path, step(path.at(-1), corner + 2 + side)], [step('0,0', corner, radius)]).slice(0, -1);
function lay(tokens, path, terrain) {
  const land = path.filter((hex) => terrain[HEXES.indexOf(hex)] !== 'desert');
  return HEXES.map((hex) => tokens[land.indexOf(hex)] ?? 0);
}
const isRed = (tokens, hex) => [6, 8].includes(tokens[HEXES.indexOf(hex)]);
const redsTouch = (tokens) =>
  HEXES.some((hex) => isRed(tokens, hex) && DIRECTIONS.some((_, direction) => isRed(tokens, step(hex, direction))));
function layTokens(layout, terrain, draw, attempts = 0) {
  if (layout === 'official_spiral') {
    const corner = draw.stream('corner/0')(6);
    return lay(TOKENS, [...ring(corner, 2), ...ring(corner, 1), '0,0'], terrain);
  }
  const tokens = lay(draw.shuffle(`tokens/${attempts}`, TOKENS), HEXES, terrain);
  return redsTouch(tokens) ? layTokens(layout, terrain, draw, attempts + 1) : tokens;
}
function dealIsland(_, __, draw) {
  const { board_layout: layout = 'official_spiral', harbor_layout: harbors = 'shuffled' } = draw.options;
  const { robber_start: start = 'desert' } = draw.options;
  if (layout.startsWith('beginner')) return [];
  const terrain = draw.shuffle('terrain/0', TERRAIN);
  return [{
    terrain,
    tokens: layTokens(layout, terrain, draw),
    harbors: harbors === 'shuffled' ? draw.shuffle('harbors/0', HARBORS) : HARBORS,
    robber: start === 'desert' ? terrain.indexOf('desert') : -1,
  }];
}
function rollDice({ rolls, ship, attacks, turns }, { chosen }, draw) {
  const event = FACES[draw.stream(`event-die/${rolls}`)(6)], below = draw.stream(`dice/${rolls}`);
  if (chosen) return [{ event }, { rolls: rolls + 1 }];
  const { sevens_before_first_attack: sevens, grace_rounds: grace = 0 } = draw.options;
  const attack = event === 'ship' && ship + 1 === 7 && turns > grace * draw.seats;
  let red, yellow;
  do [red, yellow] = [1 + below(6), 1 + below(6)];
  while (red + yellow === 7 && sevens === 'reroll' && attacks === 0 && !attack);
  return [{ red, yellow, event }, { rolls: rolls + 1 }];
}
const putUnder = (memory, card, deck = card.split('.')[0]) =>
  ({ ...memory, [deck]: { ...memory[deck], cards: [...memory[deck].cards, card] } });
const EMPTY = { cards: [], fresh: 0 };
export const citiesKnights = {
  facts: 'a6f0ef19dd3a7e68465bf7624f9e9c87a4c39ae8091ac84e700e9ece1cfeff64',
  memory: { trade: EMPTY, politics: EMPTY, science: EMPTY, rolls: 0, steals: 0, attacks: 0, ship: 0, turns: 0 },
  events: {
    'first-drawn': (_, __, draw) => [{ seat: draw.stream('first/0')(draw.seats) }],
    'island-dealt': dealIsland,
    'deck-shuffled': (memory, { deck, order }, draw) => [
      { order: !memory[deck].cards.length && draw.shuffle(`deck-${deck}/0`, printed(deck)) },
      { [deck]: { cards: [...order, ...memory[deck].cards.slice(memory[deck].fresh)], fresh: order.length } }],
    'dice-rolled': rollDice,
    'card-stolen': ({ steals }, { among }, draw) =>
      [{ index: draw.stream(`steal/${steals}`)(among) }, { steals: steals + 1 }],
    'progress-drawn': (memory, { deck }) => {
      const { cards: [card, ...cards], fresh } = memory[deck];
      return [{ card }, { [deck]: { cards, fresh: Math.max(0, fresh - 1) } }];
    },
    'card-played': (memory, { card }) => [null, putUnder(memory, card)],
    'progress-discarded': (memory, { cards }) => [null, cards.reduce((after, card) => putUnder(after, card), memory)],
    'turn-began': ({ turns }) => [null, { turns: turns + 1 }],
    'ship-moved': (_, { step: ship }) => [null, { ship }],
    'barbarians-left': ({ attacks }) => [null, { ship: 0, attacks: attacks + 1 }],
  },
  isReshuffle: ({ t }) => t === 'deck-shuffled',
  reshuffles: (memory, before, draw) => Object.keys(DECKS).filter((deck) => before[deck].fresh).map((deck) => {
    const { cards, fresh } = memory[deck], seen = fresh - before[deck].fresh;
    const hidden = draw.shuffle(`deck-${deck}/0`, cards.slice(seen, fresh).sort());
    return { t: 'deck-shuffled', deck, order: [...cards.slice(0, seen), ...hidden] };
  }),
};
