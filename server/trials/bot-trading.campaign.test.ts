// A person trades with bots in Rotterdam, over the wire: every offer is answered, and some are accepted.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Games, guest, quayside, type Table, type Turn } from '../../client/index.ts';
import { rotterdam } from '../../shared/games/rotterdam/index.ts';
import { builtInComponents, builtInOf } from '../../shared/kernel/built-in.ts';
import { createRng } from '../../shared/kernel/rng.ts';
import { seedOf } from '../../shared/testing/play.ts';
import { type Running, startServer } from '../testing/start.ts';

type Rotterdam = Games['rotterdam'];

const GAMES = 20;
/** Offers that a person makes in a round of trading before giving up: fewer than `commandsPerPhase`. */
const PATIENCE = 90;
const game = builtInOf(rotterdam);
const products = builtInComponents(rotterdam).products.map(({ id }) => id);

let running: Running;
beforeAll(async () => {
  running = await startServer({
    rooms: true,
    environment: { RATE_LIMITS: 'off' },
    roomLimits: { botPauseMs: 0, maxTablesPerPlayer: 100 },
  });
});
afterAll(() => running.stop());

type Offer = Extract<Rotterdam['Command'], { type: 'offer-trade' }>;

/** Offers bots what they have asked all players for, if this seat has it: no bot declines its own offer. */
function wishesOf({ view, own }: Turn<Rotterdam>, seat: number): Offer[] {
  return view.offers.flatMap(({ from, to, give, want }): Offer[] => {
    if (from === seat || to !== '*' || give === undefined || want === undefined) return [];
    const isThere = Object.entries(want).every(([product, count]) => (own.products[product] ?? 0) >= count);
    return isThere ? [{ type: 'offer-trade', to: from, give: want, want: give }] : [];
  });
}

/** To each bot that still trades: one, two or three cards for one that this seat lacks. */
function offersOf({ view, own }: Turn<Rotterdam>, seat: number): Offer[] {
  const held = Object.keys(own.products).filter((product) => (own.products[product] ?? 0) > 0);
  const gives = held.map((product) => ({ [product]: own.products[product] ?? 0 }));
  for (const many of [2, 3])
    if (held.length >= many)
      gives.unshift(Object.fromEntries(held.slice(0, many).map((product) => [product, 1])));
  // In the end, everything: a bot that still wants nothing of it gains nothing by any trade.
  gives.push(Object.fromEntries(held.map((product) => [product, own.products[product] ?? 0])));
  const wants = products.filter((product) => !held.includes(product));
  const bots = view.players.filter(
    (other) => other.seat !== seat && !other.tradingDone && other.productCount > 0,
  );
  const all = gives.flatMap((give) =>
    wants.flatMap((want) =>
      bots.map((bot): Offer => ({ type: 'offer-trade', to: bot.seat, give, want: { [want]: 1 } })),
    ),
  );
  // Different ones in every round.
  const first = (view.round * 7) % Math.max(1, all.length);
  return [...all.slice(first), ...all.slice(0, first)].slice(0, PATIENCE);
}

interface Tally {
  made: number;
  answered: number;
  accepted: number;
}

async function playUntilTraded(table: Table<Rotterdam>, n: number): Promise<Tally> {
  const tally: Tally = { made: 0, answered: 0, accepted: 0 };
  const mine = new Set<number>();
  const luck = createRng(seedOf(n));
  let [round, planned]: [number, Offer[]] = [0, []];
  const fulfilled = new Set<string>();
  const turns = table.turns((line) => {
    if (line.type !== 'news') return;
    for (const event of line.events) {
      if (event.type === 'trade-offered' && event.from === table.seat) mine.add(event.offer);
      if (event.type === 'trade-completed' && mine.has(event.offer)) tally.accepted += 1;
      if ((event.type === 'trade-completed' || event.type === 'trade-closed') && mine.delete(event.offer))
        tally.answered += 1;
    }
  });
  for await (const turn of turns) {
    const { decision, view, own } = turn;
    if (tally.accepted > 0) break;
    if (decision.kind !== 'trading') {
      await turn.send({ ...game.greedy(view, own, decision.seat, luck), decision: decision.id });
      continue;
    }
    // Waits for the answer, which must come.
    if (mine.size > 0) continue;
    if (view.round !== round) [round, planned] = [view.round, offersOf(turn, decision.seat)];
    const wished = wishesOf(turn, decision.seat).find(
      (offer) => !fulfilled.has(JSON.stringify([round, offer])),
    );
    fulfilled.add(JSON.stringify([round, wished]));
    const next = wished ?? planned.shift();
    if (next === undefined) await turn.send({ type: 'stop-trading', decision: decision.id });
    else if ((await turn.send({ ...next, decision: decision.id })).ok) tally.made += 1;
  }
  await table.request('abandon', { agree: true });
  table.close();
  return tally;
}

test('in each of twenty games bots answer every offer, and accept at least one', async () => {
  const token = await guest({ url: running.url, name: 'Ann' });
  const harbour = quayside({ url: running.url, token });
  const tallies: Tally[] = [];
  for (let n = 0; n < GAMES; n++) {
    const table = await harbour.create('rotterdam', { seats: 4, bots: 3, clock: 'none' });
    await table.start();
    tallies.push(await playUntilTraded(table, n));
  }
  expect(tallies.filter(({ accepted }) => accepted === 0)).toEqual([]);
  expect(tallies.filter(({ made, answered }) => answered < made)).toEqual([]);
  expect(running.captured.lines().filter(({ level }) => Number(level) >= 50)).toEqual([]);
}, 600_000);
