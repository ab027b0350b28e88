// A process that plays: takes its part of the matches, lets each arrive at its time, reports every second.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { guest } from '../client/index.ts';
import type { Game } from '../shared/kernel/game.ts';
import { checkEvidence, type RecordLike } from './check.ts';
import { now, sleepUntil } from './clock.ts';
import { gameOf } from './games.ts';
import { type Evidence, LoadTable } from './table.ts';
import { Tally } from './tally.ts';
import type { FromWorker, SelfReport, StartWork } from './worker-messages.ts';

/** The SDK logs every broken connection to the console; here they are intended. */
Object.assign(console, { log: () => {}, info: () => {}, warn: () => {}, error: () => {} });

const tally = new Tally();
const say = (message: FromWorker) => process.send?.(message);

process.once('message', (message: StartWork) => {
  work(message).then(
    () => process.disconnect(),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit());
say({ type: 'ready' });

async function work({ url, plan, orders, begin }: StartWork): Promise<void> {
  const end = begin + plan.seconds * 1000;
  const games = new Map(plan.games.map((id) => [id, gameOf(id)]));
  const newToken = guests(url);
  const evidence: Evidence[] = [];
  const tables = new Set<LoadTable>();
  const stopReporting = report(begin, tables);
  const playing = orders.map(async (order) => {
    await sleepUntil(begin + order.at);
    const game = games.get(order.game);
    if (game === undefined) throw new Error(`no game ${order.game}`);
    const lent: string[] = [];
    const context = {
      url,
      plan,
      tally,
      game,
      begin,
      judgedFrom: begin + plan.warmup * 1000,
      end,
      newToken: async () => {
        const token = await newToken.take();
        lent.push(token);
        return token;
      },
    };
    const table = new LoadTable(context, order);
    tables.add(table);
    await table.play();
    tables.delete(table);
    newToken.give(lent);
    if (table.evidence !== undefined) evidence.push(table.evidence);
  });
  const all = Promise.all(playing);
  await Promise.race([all, sleepUntil(end + plan.drain * 1000)]);
  const unfinished = tables.size;
  for (const table of tables) table.giveUpUnfinished();
  await all;
  say({ type: 'checking' });
  const commandsChecked = await check(url, games, evidence);
  stopReporting();
  const { samples } = tally;
  say({ type: 'done', samples, recordsChecked: evidence.length, commandsChecked, unfinished });
}

/** Guest tokens, reused when their match is over. */
function guests(url: string): { take(): Promise<string>; give(tokens: readonly string[]): void } {
  const free: string[] = [];
  const make = () => guest({ url, name: 'Load', retries: 0 });
  return {
    take: () => Promise.resolve(free.shift() ?? make()),
    give: (tokens) => void free.push(...tokens),
  };
}

/** Reports each second of the test once it is over. */
function report(begin: number, tables: ReadonlySet<LoadTable>): () => void {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let cpu = process.cpuUsage();
  let since = now();
  let second = 0;
  let timer: NodeJS.Timeout;
  const tell = () => {
    const used = process.cpuUsage(cpu);
    const time = now();
    const self: SelfReport = {
      cpu: (used.user + used.system) / 1000 / Math.max(1, time - since),
      // The monitor's own timer counts 10 ms even if nothing is late.
      loopDelayP99: Math.max(0, delay.percentile(99) / 1e6 - 10),
      loopDelayMax: Math.max(0, delay.max / 1e6 - 10),
    };
    cpu = process.cpuUsage();
    since = time;
    delay.reset();
    let clients = 0;
    for (const table of tables) clients += table.clients;
    say({ type: 'tick', tick: tally.take(second, tables.size, clients), self });
    second = Math.max(second + 1, Math.floor((time - begin) / 1000));
  };
  const next = () => {
    timer = setTimeout(
      () => {
        tell();
        next();
      },
      begin + (second + 1) * 1000 - now(),
    );
  };
  next();
  return () => {
    clearTimeout(timer);
    tell();
    delay.disable();
  };
}

async function check(
  url: string,
  games: ReadonlyMap<string, Game>,
  evidence: readonly Evidence[],
): Promise<number> {
  let commands = 0;
  for (const one of evidence) {
    const game = games.get(one.game);
    try {
      const response = await fetch(new URL(`/api/v1/matches/${one.matchId}/record`, url));
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      const record = (await response.json()) as RecordLike;
      if (game === undefined) throw new Error('no such game');
      for (const { trouble, detail } of checkEvidence(game, one, record)) tally.trouble(trouble, detail);
      commands += one.acknowledged.length;
    } catch (error) {
      tally.trouble('check-failed', `${one.game} ${one.matchId}: ${String(error)}`);
    }
  }
  return commands;
}
