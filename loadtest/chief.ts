// Runs a load test: assigns matches to workers, watches the server, adds up the results.
import { type ChildProcess, fork } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { now, sleepUntil } from './clock.ts';
import { gameOf } from './games.ts';
import { describeMachine } from './machine.ts';
import { matchOrders, type Plan } from './plan.ts';
import { Collector, judgedSeconds, type LoadResult, type Second, serverFigures } from './result.ts';
import { readServers, type ServerSample } from './server-watch.ts';
import type { Trouble } from './tally.ts';
import type { FromWorker, StartWork } from './worker-messages.ts';

interface LoadOrder {
  readonly url: string;
  /** The processes behind that address, for their figures; the address itself if omitted. */
  readonly servers?: readonly string[] | undefined;
  readonly plan: Plan;
  readonly workers: number;
  readonly metricsToken?: string | undefined;
  /** Called every second. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly phase: 'playing' | 'finishing' | 'checking';
  readonly latest: Second | undefined;
  readonly troubles: number;
  readonly started: number;
  readonly finished: number;
}

/** Time for the workers to get the message before the first match arrives. */
const HEAD_START_MS = 300;

export async function runLoad({
  url,
  servers = [url],
  plan,
  workers,
  metricsToken,
  onProgress,
}: LoadOrder): Promise<LoadResult> {
  const machine = describeMachine();
  const orders = matchOrders(plan, seatsOf);
  const crew = await Promise.all(Array.from({ length: workers }, hire));
  const begin = now() + HEAD_START_MS;
  const startedAt = new Date().toISOString();
  const collector = new Collector(plan);
  const over = new AbortController();
  const busyUntilEnd = busyCores(begin + plan.warmup * 1000, begin + plan.seconds * 1000, over.signal);
  const watch = watchServers(servers, metricsToken, begin);
  const samples: Partial<Record<Trouble, string[]>> = {};
  const sums = { recordsChecked: 0, commandsChecked: 0, unfinished: 0 };
  let checking = false;

  const progress = setInterval(() => {
    const seconds = collector.seconds();
    const total = (of: (second: Second) => number) => seconds.reduce((sum, second) => sum + of(second), 0);
    onProgress?.({
      phase: checking ? 'checking' : now() > begin + plan.seconds * 1000 ? 'finishing' : 'playing',
      latest: seconds.at(-1),
      troubles: total(({ troubles }) => troubles),
      started: total(({ matchesStarted }) => matchesStarted),
      finished: total(({ matchesFinished }) => matchesFinished),
    });
  }, 1000);
  try {
    await Promise.all(
      crew.map((worker, index) => {
        const own = orders.filter((_order, n) => n % workers === index);
        const start: StartWork = { type: 'start', url, plan, orders: own, begin };
        worker.send(start);
        return finished(worker, (message) => {
          if (message.type === 'tick') collector.add(index, message.tick, message.self);
          if (message.type === 'checking') checking = true;
          if (message.type !== 'done') return;
          sums.recordsChecked += message.recordsChecked;
          sums.commandsChecked += message.commandsChecked;
          sums.unfinished += message.unfinished;
          for (const [trouble, texts] of Object.entries(message.samples)) {
            const known = samples[trouble as Trouble] ?? [];
            samples[trouble as Trouble] = [...known, ...texts].slice(0, 5);
          }
        });
      }),
    );
  } finally {
    over.abort();
    clearInterval(progress);
    for (const worker of crew) worker.kill();
  }
  const serverSamples = await watch.stop();
  const server = serverFigures(serverSamples, begin, plan);
  const generator = collector.generator(workers);
  const busy = await busyUntilEnd;
  const ours = (server?.cpuMean ?? 0) + generator.cpuAll;
  const isHere = server !== null && /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(`${url}/`);
  const seconds = collector.seconds();
  const judged = judgedSeconds(seconds, plan);
  const moves = judged.reduce((sum, second) => sum + second.moves, 0);
  const heard = judged.reduce((sum, second) => sum + second.newsReceived, 0);
  const bytes = judged.reduce((sum, second) => sum + second.bytesIn, 0);
  return {
    format: 'quayside-loadtest',
    formatVersion: 1,
    startedAt,
    url,
    machine,
    plan,
    totals: collector.totals(),
    movesPerSecond: judged.length === 0 ? 0 : moves / judged.length,
    bytesPerMoveAndClient: heard === 0 ? null : bytes / heard,
    latencies: {
      delivery: collector.latency('delivery'),
      acknowledged: collector.latency('acknowledged'),
      service: collector.latency('service'),
      start: collector.latency('start'),
      return: collector.latency('return'),
      lateness: collector.latency('lateness'),
    },
    distribution: collector.distribution(),
    troubles: collector.troubles,
    samples,
    ...sums,
    seconds,
    generator,
    server,
    othersCores: isHere ? Math.max(0, busy - ours) : null,
    serverSamples,
  };
}

const seatsOf = (id: string) => gameOf(id).seats;

function hire(): Promise<ChildProcess> {
  const worker = fork(join(import.meta.dirname, 'worker.ts'), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve(worker));
    worker.once('exit', (code) => reject(new Error(`a worker ended with ${code}`)));
  });
}

function finished(worker: ChildProcess, hear: (message: FromWorker) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let done = false;
    worker.on('message', (message: FromWorker) => {
      hear(message);
      done ||= message.type === 'done';
    });
    worker.once('exit', (code) => (done ? resolve() : reject(new Error(`a worker ended with ${code}`))));
  });
}

/** Cores of this machine that are at work between two moments, on average; less long once it is over. */
async function busyCores(from: number, to: number, over: AbortSignal): Promise<number> {
  await sleepUntil(from, over);
  const [idle, all] = spent();
  await sleepUntil(to, over);
  const [idleThen, allThen] = spent();
  return cpus().length * (1 - (idleThen - idle) / Math.max(1, allThen - all));
}

function spent(): [idle: number, all: number] {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return [sum(times.map(({ idle }) => idle)), sum(times.flatMap((one) => Object.values(one)))];
}

function watchServers(
  urls: readonly string[],
  token: string | undefined,
  begin: number,
): { stop(): Promise<ServerSample[]> } {
  const samples: ServerSample[] = [];
  let on = true;
  const watching = (async () => {
    for (let second = 0; on; second++) {
      await sleepUntil(begin + second * 1000);
      const sample = await readServers(urls, token, now);
      if (sample !== undefined) samples.push(sample);
      // After a stall of the server the missed seconds are not made up for.
      second = Math.max(second, Math.floor((now() - begin) / 1000));
    }
  })();
  return {
    stop: async () => {
      on = false;
      await watching;
      return samples;
    },
  };
}
