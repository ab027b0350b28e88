// The server's side of a load test, from its own /metrics: memory, processor, event loop, storage.

export interface ServerSample {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
  readonly cpuSeconds: number;
  /** Longest delay since the last sample, in seconds. */
  readonly loopDelayMax: number;
  readonly rooms: number;
  readonly clients: number;
  readonly commandsAccepted: number;
  readonly commitSeconds: number;
  readonly commits: number;
}

/** Sums by metric name, over all labels. */
export function sumsOf(text: string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const line of text.split('\n')) {
    const found = /^([a-zA-Z_:][\w:]*)(?:\{[^}]*\})? (\S+)$/.exec(line);
    const [, name, value] = found ?? [];
    if (name === undefined || !Number.isFinite(Number(value))) continue;
    sums.set(name, (sums.get(name) ?? 0) + Number(value));
  }
  return sums;
}

function sampleOf(text: string, at: number): ServerSample {
  const sums = sumsOf(text);
  const of = (name: string) => sums.get(name) ?? 0;
  return {
    at,
    residentBytes: of('process_resident_memory_bytes'),
    heapBytes: of('nodejs_heap_size_used_bytes'),
    cpuSeconds: of('process_cpu_seconds_total'),
    loopDelayMax: of('quayside_event_loop_delay_max_seconds'),
    rooms: of('quayside_rooms'),
    clients: of('quayside_clients'),
    commandsAccepted: of('quayside_commands_accepted_total'),
    commitSeconds: of('quayside_store_commit_seconds_sum'),
    commits: of('quayside_store_commit_seconds_count'),
  };
}

/** Several processes as one; `undefined` unless all show their metrics. */
export async function readServers(
  urls: readonly string[],
  token: string | undefined,
  at: () => number,
): Promise<ServerSample | undefined> {
  const samples = await Promise.all(urls.map((url) => readServer(url, token, at)));
  const all = samples.filter((sample) => sample !== undefined);
  return all.length === urls.length ? together(all) : undefined;
}

/** Sums, but the longest delay and the latest moment. */
function together(samples: readonly ServerSample[]): ServerSample {
  const sum = (of: (sample: ServerSample) => number) => samples.reduce((total, one) => total + of(one), 0);
  const most = (of: (sample: ServerSample) => number) => Math.max(...samples.map(of));
  return {
    at: most(({ at }) => at),
    residentBytes: sum(({ residentBytes }) => residentBytes),
    heapBytes: sum(({ heapBytes }) => heapBytes),
    cpuSeconds: sum(({ cpuSeconds }) => cpuSeconds),
    loopDelayMax: most(({ loopDelayMax }) => loopDelayMax),
    rooms: sum(({ rooms }) => rooms),
    clients: sum(({ clients }) => clients),
    commandsAccepted: sum(({ commandsAccepted }) => commandsAccepted),
    commitSeconds: sum(({ commitSeconds }) => commitSeconds),
    commits: sum(({ commits }) => commits),
  };
}

/** `undefined` if the server shows no metrics, or not to us. */
export async function readServer(
  url: string,
  token: string | undefined,
  at: () => number,
): Promise<ServerSample | undefined> {
  try {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const response = await fetch(new URL('/metrics', url), { headers, signal: AbortSignal.timeout(5_000) });
    return response.ok ? sampleOf(await response.text(), at()) : undefined;
  } catch {
    return undefined;
  }
}
