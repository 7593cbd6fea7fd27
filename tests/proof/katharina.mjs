// The draws of Katharina (FORMAT.md, section 12), from the book alone.
// An event is (memory, event, draw) => [what it must hold, what changes in the memory].
const numbered = (prefix, n, width) => Array.from({ length: n }, (_, i) => prefix + `${i + 1}`.padStart(width, '0'));
const resolve = ({ stock, discard }, { drawn, paid = [], bonus_paid: bonus = [] }) => [
  drawn && { drawn: stock.slice(0, drawn.length) },
  { stock: stock.slice(drawn?.length ?? 0), discard: [...discard, ...paid, ...bonus] }];
function play(row, { action, activation, slot }) {
  const longer = [...row, [action]];
  return longer.with(slot, [longer[slot][0], activation]);
}
export const katharina = {
  facts: '80ffd6cb820723bf406dab13f9bf6eb6a4a550feec1c20282c45c6f239f78cb9',
  memory: { stock: [], discard: [], shuffles: 0, rows: [] },
  events: {
    'orders-dealt': (_, __, draw) => [{ orders: draw.shuffle('orders/0', numbered('O', 8, 1)).slice(0, draw.seats) }],
    'stock-shuffled': ({ shuffles }, { order }, draw) =>
      [{ order: !shuffles && draw.shuffle('deck/0', numbered('P', 102, 3)) }, { stock: order, shuffles: shuffles + 1 }],
    'discard-shuffled': ({ discard, shuffles }, { order }, draw) =>
      [{ order: draw.shuffle(`deck/${shuffles}`, discard.toSorted()) },
        { stock: order, discard: [], shuffles: shuffles + 1 }],
    'cards-drawn': ({ stock }, { cards }, _, at = 0) =>
      [{ cards: cards.map((hand) => stock.slice(at, at += hand.length)) }, { stock: stock.slice(at) }],
    'card-resolved': resolve, 'book-residence': resolve,
    'displays-shown': (_, { displays }) => [null, { rows: displays.map((row) => row.map((card) => [card])) }],
    'cards-revealed': ({ rows }, { plays }) => [null, { rows: rows.map((row, seat) => play(row, plays[seat])) }],
    'displays-cleared': ({ rows, discard }) =>
      [null, { rows: rows.map((row) => row.filter((pile) => !pile[1])),
        discard: [...discard, ...rows.flat().filter((pile) => pile[1]).flat()] }],
  },
  isReshuffle: ({ t }) => t === 'stock-shuffled',
  reshuffles({ stock, shuffles }, before, draw) {
    const seen = before.shuffles === shuffles ? stock.length - before.stock.length : 0;
    const order = [...stock.slice(0, seen), ...draw.shuffle(`deck/${shuffles}`, stock.slice(seen).sort())];
    return seen < stock.length ? [{ t: 'stock-shuffled', order }] : [];
  },
};

