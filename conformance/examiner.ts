// Simulates a faulty network for a client (lost answers, broken streams, "retry later") and records its mistakes.
import type { Line } from './guest.ts';
import type { Answered, Meddling, Passing } from './middleman.ts';

export const MISTAKES = {
  malformed: 'sent malformed or unknown messages',
  'answered-twice': 'answered a decision that it had already answered',
  'ignored-refusal': 'kept sending the same command although it was refused',
  'unsafe-repeat': 'repeated a command whose answer was lost with another commandId, or with none',
  'too-early': 'retried before Retry-After had passed',
  'no-back-off': 'kept reopening streams or sockets without a pause',
  'out-of-turn': 'sent commands when it was not asked',
} as const;
type Mistake = keyof typeof MISTAKES;

/** Not mistakes, but worth knowing. */
export const REMARKS = {
  'no-since': 'reopened a broken stream without `since`, which loses the news it missed',
  'no-command-id': 'sent commands without commandId: if an answer is lost, it cannot safely retry',
} as const;
type Remark = keyof typeof REMARKS;

/** One in this many fails; the first ones succeed. */
const EVERY = { lines: 9, commands: 4, streams: 3, gaps: 4 } as const;
const RETRY_AFTER_S = 1;
/** Clocks and timers are not exact. */
const EARLY_MS = 900;
/** This many within a second are a storm. */
const STORM = 6;
const STUBBORN = 3;

interface Command {
  readonly type?: string;
  readonly decision?: number;
  readonly commandId?: string;
}

interface Client {
  commands: number;
  lines: number;
  streams: number;
  resumed: number;
  readonly answered: Set<string>;
  /** The latest command that was played although its sender got no answer. */
  lost: (Command & { match: string }) | undefined;
  /** Requests not to be repeated before that time. */
  readonly later: Map<string, number>;
  readonly openings: number[];
  refused: { text: string; times: number };
  seen: number | undefined;
}

const isStream = ({ path }: Passing) => path.includes('/stream');
const isCommand = ({ path, method }: Passing) => method === 'POST' && path.endsWith('/commands');
const matchIn = (path: string) => path.split('/')[4]?.split('?')[0] ?? '';

export class Examiner {
  readonly #clients = new Map<string, Client>();
  readonly #mistakes = new Map<Mistake, number>();
  readonly #remarks = new Map<Remark, number>();
  readonly #now: () => number;
  /** Injected faults, by kind. */
  readonly weather = { 'lost answers': 0, 'broken streams': 0, 'come later': 0, gaps: 0 };

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get mistakes(): ReadonlyMap<Mistake, number> {
    return this.#mistakes;
  }

  get remarks(): ReadonlyMap<Remark, number> {
    return this.#remarks;
  }

  meddling(): Meddling {
    return {
      asked: (passing) => this.#asked(passing),
      answered: (passing, answered) => this.#answered(passing, answered),
      line: (passing, line) => this.#line(passing, line),
    };
  }

  #clientOf({ token }: Passing): Client {
    const known = this.#clients.get(token);
    if (known !== undefined) return known;
    const client: Client = {
      commands: 0,
      lines: 0,
      streams: 0,
      resumed: 0,
      answered: new Set(),
      lost: undefined,
      later: new Map(),
      openings: [],
      refused: { text: '', times: 0 },
      seen: undefined,
    };
    this.#clients.set(token, client);
    return client;
  }

  #note(mistake: Mistake): void {
    this.#mistakes.set(mistake, (this.#mistakes.get(mistake) ?? 0) + 1);
  }

  #remark(remark: Remark): void {
    this.#remarks.set(remark, (this.#remarks.get(remark) ?? 0) + 1);
  }

  #asked(passing: Passing): Answered | undefined {
    const client = this.#clientOf(passing);
    const what = `${passing.method} ${passing.path.split('?')[0]}`;
    const due = client.later.get(what);
    client.later.delete(what);
    if (due !== undefined && this.#now() < due) this.#note('too-early');
    if (isCommand(passing)) this.#looksAt(client, passing);
    if (!isStream(passing)) return undefined;
    this.#opens(client, passing);
    client.streams += 1;
    if (client.streams % EVERY.streams === 0) return this.#later(client, what);
    if (passing.path.includes('since=') && ++client.resumed % EVERY.gaps === 0) {
      // As after a restart of the server.
      passing.path = passing.path.replace(/since=-?\d+/, 'since=1000000');
      this.weather.gaps += 1;
    }
    return undefined;
  }

  #opens(client: Client, { path }: Passing): void {
    if (client.seen !== undefined && !path.includes('since=')) this.#remark('no-since');
    const now = this.#now();
    client.openings.push(now);
    if (client.openings.filter((time) => time > now - 1000).length >= STORM) {
      this.#note('no-back-off');
      client.openings.length = 0;
    }
  }

  #later(client: Client, what: string): Answered {
    client.later.set(what, this.#now() + RETRY_AFTER_S * EARLY_MS);
    this.weather['come later'] += 1;
    return {
      status: 503,
      headers: { 'Content-Type': 'application/problem+json', 'Retry-After': String(RETRY_AFTER_S) },
      body: { type: 'about:blank', status: 503, code: 'shutting-down', title: 'Later, please' },
    };
  }

  #looksAt(client: Client, { path, body }: Passing): void {
    const { type, decision, commandId } = (body ?? {}) as Command;
    if (commandId === undefined) this.#remark('no-command-id');
    const { lost } = client;
    const match = matchIn(path);
    if (lost?.match === match && lost.decision === decision && decision !== undefined) {
      if (lost.commandId === undefined || lost.commandId !== commandId) this.#note('unsafe-repeat');
    } else if (client.answered.has(`${match} ${decision} ${type}`) && commandId === undefined) {
      this.#note('answered-twice');
    }
  }

  #answered(passing: Passing, answered: Answered): Answered | 'lost' {
    if (!isCommand(passing)) return answered;
    const client = this.#clientOf(passing);
    const body = (passing.body ?? {}) as Command;
    const match = matchIn(passing.path);
    if (answered.status === 200) {
      client.refused = { text: '', times: 0 };
      client.commands += 1;
      client.answered.add(`${match} ${body.decision} ${body.type}`);
      const isRepeated = client.lost?.commandId !== undefined && client.lost.commandId === body.commandId;
      client.lost = undefined;
      if (isRepeated || client.commands % EVERY.commands !== 0) return answered;
      client.lost = { ...body, match };
      this.weather['lost answers'] += 1;
      return 'lost';
    }
    this.#refused(client, body, String(answered.body['code']));
    return answered;
  }

  #refused(client: Client, { commandId: _id, ...command }: Command, code: string): void {
    if (code === 'unknown-command' || code === 'bad-payload') this.#note('malformed');
    if (code === 'not-your-turn') this.#note('out-of-turn');
    const text = JSON.stringify(command);
    client.refused = { text, times: client.refused.text === text ? client.refused.times + 1 : 1 };
    if (client.refused.times === STUBBORN) this.#note('ignored-refusal');
  }

  #line(passing: Passing, line: Line): readonly Line[] | 'lost' {
    const client = this.#clientOf(passing);
    client.lines += 1;
    const told = line.type === 'gap' ? { ...line, since: client.seen ?? -1 } : line;
    if (line.type === 'news' || line.type === 'full') client.seen = line.version;
    // Never the very last one: a client that knows the end need not return.
    if (line.type !== 'news' || client.lines % EVERY.lines !== 0) return [told];
    this.weather['broken streams'] += 1;
    return 'lost';
  }
}
