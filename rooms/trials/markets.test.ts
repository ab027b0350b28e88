// Bots in a phase that all share: they do not leave before people do, and return for an offer.
import { afterEach, expect, test } from '@jest/globals';
import type { Game } from '../../shared/kernel/game.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { type Choice, comeBack, TestPlayer, until } from '../testing/player.ts';
import {
  builtInShelf,
  startTableServer,
  type TableServer,
  type TableServerOptions,
} from '../testing/table-server.ts';

let server: TableServer;
afterEach(() => server.close());

/** A table of Rotterdam where bots play for all seats but the host's in trading; `alter` changes the bots. */
async function market(
  alter: (game: Game) => Game = (game) => game,
  options: TableServerOptions = {},
): Promise<TestPlayer> {
  server = await startTableServer({
    ...options,
    shelf: builtInShelf((game) => (game.id === 'rotterdam' ? alter(game) : game)),
  });
  const host = new TestPlayer(
    await server
      .client('host')
      .create('rotterdam', { clock: 'none', seats: 3, bots: 2, options: { targetMissionPoints: 30 } }),
  );
  await until(() => host.matchId !== '', 'welcome');
  await host.send('start');
  await until(() => host.state.version >= 0, 'the start');
  return host;
}

/** Bots that always want to leave a market. */
function leaving(game: Game): Game {
  return {
    ...game,
    greedy: (all, seat, at, luck) => {
      const asked = all.decisions.find((decision) => decision.seat === at);
      return asked?.kind === 'trading' ? { type: 'stop-trading' } : game.greedy(all, seat, at, luck);
    },
  };
}

/** Whether it was accepted: a bot may be faster. */
async function attempt(host: TestPlayer, { type, payload }: Choice): Promise<boolean> {
  try {
    await host.send(type, payload);
    return true;
  } catch (fault) {
    if (!(fault instanceof Error && 'reason' in fault)) throw fault;
    // The news of the faster move may still be on its way; retrying at once would be a flood.
    await new Promise((resolve) => setTimeout(resolve, 20));
    return false;
  }
}

/** One legal command. */
async function play(host: TestPlayer): Promise<void> {
  const choice = await host.maybeChoose();
  if (choice !== undefined && choice.type !== 'resume-trading') await attempt(host, choice);
}

const own = (host: TestPlayer) => host.state.decisions.find(({ seat }) => seat === host.seat);

/** A product in the host's hand. */
function held(host: TestPlayer): string | undefined {
  const { products = {} } = (host.state.table.seats[host.seat ?? -1]?.priv?.seatView ?? {}) as {
    products?: object;
  };
  return Object.keys(products)[0];
}

/** Plays on until the host and some bot are asked in a market that began after the host's return: bots may be leaving others. */
async function toMarket(host: TestPlayer): Promise<void> {
  await host.send('hand-over', { playing: false });
  await until(() => held(host) !== undefined, 'a product');
  await host.send('hand-over', { playing: true });
  let isHereBefore = false;
  for (let n = 0; n < 2_000; n++) {
    await until(() => own(host) !== undefined, 'a question to the host');
    const isMarket = own(host)?.kind === 'trading';
    isHereBefore ||= !isMarket;
    if (isMarket && isHereBefore && host.state.decisions.length > 1 && held(host) !== undefined) return;
    await play(host);
  }
  throw new Error('no market');
}

test('bots stay in a market as long as a person does, and then leave it', async () => {
  const host = await market(leaving);
  await toMarket(host);
  const others = () => host.state.decisions.filter(({ seat }) => seat !== host.seat).length;
  const before = others();
  const seen: number[] = [];
  // Whatever the host does meanwhile, they think again and stay.
  while (seen.length < 5) {
    const { version } = host.state;
    const payload = { decision: own(host)?.id ?? 0, products: { [held(host) ?? '']: 1 } };
    // Only a thought of the bots that was faster is a reason to refuse it.
    expect(own(host)?.kind).toBe('trading');
    if (!(await attempt(host, { type: 'reveal-products', payload }))) continue;
    await until(() => host.state.version > version, 'the next version');
    seen.push(others());
  }
  expect(seen).toEqual([before, before, before, before, before]);
  await host.send('stop-trading', { decision: own(host)?.id });
  await until(() => host.state.decisions.every(({ kind }) => kind !== 'trading'), 'the end of the market');
});

/** Shows a product that the seat holds, `times` times: nothing that brings a market nearer to its end. */
async function show(host: TestPlayer, times: number): Promise<void> {
  for (let shown = 0; shown < times; ) {
    const { version } = host.state;
    const payload = { decision: own(host)?.id ?? 0, products: { [held(host) ?? '']: 1 } };
    if (!(await attempt(host, { type: 'reveal-products', payload }))) continue;
    shown += 1;
    await until(() => host.state.version > version, 'the next version');
  }
}

test('a seat that has had its share of a market can only leave it, after a restart too', async () => {
  const store = new MemoryStore();
  const limits = { commandsPerPhase: 5 };
  const host = await market(leaving, { store, limits });
  await toMarket(host);
  await show(host, 5);
  const again = async (player: TestPlayer) => {
    const payload = { decision: own(player)?.id ?? 0, products: { [held(player) ?? '']: 1 } };
    const codes = [
      (await player.refused('reveal-products', payload)).code,
      (await player.refused('preview', { type: 'reveal-products', ...payload })).code,
    ];
    expect(codes).toEqual(['phase-exhausted', 'phase-exhausted']);
    const legal = { decision: own(player)?.id, unasked: [], complete: true };
    const leave = [{ type: 'stop-trading', decision: own(player)?.id }];
    expect(await player.send('legal')).toEqual({ ...legal, commands: leave });
    expect(await player.send('legal', { type: 'stop-trading' })).toEqual({ ...legal, commands: leave });
    expect(await player.send('legal', { type: 'offer-trade' })).toEqual({ ...legal, commands: [] });
  };
  await again(host);
  await server.close();
  server = await startTableServer({ store, limits, shelf: builtInShelf() });
  const back = await comeBack(server.client('host'), host.matchId);
  await again(back);
  const { phase } = back.state.view ?? {};
  expect(phase).toBe('trading');
  await back.send('stop-trading', { decision: own(back)?.id });
  // Back and forth is no way around it, if the market is still open.
  const resumed = await back.refused('resume-trading');
  expect(['phase-exhausted', 'wrong-phase']).toContain(resumed.code);
  // The next market is another one.
  await toMarket(back);
  await show(back, 1);
});

test('a bot that has had its share of a market leaves it', async () => {
  const showing = (game: Game): Game => ({
    ...game,
    greedy: (all, seat, at, luck) => {
      const asked = all.decisions.find((decision) => decision.seat === at);
      const { products } = seat as unknown as { products: Record<string, number> };
      const [product] = Object.keys(products);
      if (asked?.kind !== 'trading' || product === undefined) return game.greedy(all, seat, at, luck);
      return { type: 'reveal-products', products: { [product]: 1 } };
    },
  });
  const host = await market(showing, { limits: { commandsPerPhase: 4 } });
  await toMarket(host);
  await host.send('stop-trading', { decision: own(host)?.id });
  await until(() => host.state.decisions.every(({ kind }) => kind !== 'trading'), 'the end of the market');
  expect(server.log.filter(({ level }) => level === 'error')).toEqual([]);
});

test('a bot that is asked nothing does what it wants to do unprompted', async () => {
  const host = await market((game) => ({
    ...leaving(game),
    partings: [],
    unprompted: (all, own) => {
      const { phase } = all as unknown as { phase: string };
      const { products } = own as unknown as { products: object };
      return phase === 'trading' && Object.keys(products).length > 0 ? { type: 'resume-trading' } : undefined;
    },
  }));
  const resumed = () => host.news.some(({ events }) => events.some(({ type }) => type === 'trading-resumed'));
  for (let n = 0; n < 2_000 && !resumed(); n++) {
    await until(() => resumed() || own(host) !== undefined, 'a question to the host');
    if (!resumed()) await play(host);
  }
  expect(resumed()).toBe(true);
  expect(server.log.filter(({ level }) => level === 'error')).toEqual([]);
});
