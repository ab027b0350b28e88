// A table over HTTP: a stream of JSON lines, and a request for everything else.
import { Contact } from './contact.ts';
import { bodyOf, type Door, refusalIn } from './door.ts';
import type { Home } from './home.ts';
import type { Link } from './link.ts';
import { linesOf } from './platform.ts';
import { Refusal } from './refusal.ts';
import { SecondOpinion } from './second-opinion.ts';
import type { Answer, GameTypes, StreamLine } from './types.ts';

type Fields = Readonly<Record<string, unknown>>;
type Route = readonly [method: string, path: string, body?: Fields];

/** Requests to the table, below its address. */
const ROUTES: Readonly<Record<string, (fields: Fields) => Route>> = {
  'take-seat': (fields) => ['POST', '/seat', fields],
  'leave-seat': () => ['DELETE', '/seat'],
  'set-seat': ({ seat, ...rest }) => ['PUT', `/seats/${seat}`, rest],
  ready: (fields) => ['POST', '/ready', fields],
  start: () => ['POST', '/start', {}],
  'hand-over': (fields) => ['POST', '/hand-over', fields],
  chat: (fields) => ['POST', '/chat', fields],
  mute: (fields) => ['POST', '/mute', fields],
  rematch: (fields) => ['POST', '/rematch', fields],
  'commit-part': (fields) => ['POST', '/commit-part', fields],
  'open-part': (fields) => ['POST', '/open-part', fields],
  'accept-newcomer': (fields) => ['POST', '/accept-newcomer', fields],
  abandon: (fields) => ['POST', '/abandon', fields],
  'give-up-seat': () => ['POST', '/give-up-seat', {}],
  'set-start-time': (fields) => ['PUT', '/start-time', fields],
  'close-table': () => ['DELETE', ''],
};

/** Reading requests to a match. */
const READ: readonly string[] = ['legal', 'history', 'undoable'];
/** Others to a match. */
const POSTED: readonly string[] = ['preview', 'undo', 'ask-undo', 'answer-undo'];

/** To a match. */
interface Way {
  readonly id: string;
  readonly home: Home;
  readonly invitation: string | undefined;
}

export class HttpLink<G extends GameTypes> implements Link<G> {
  readonly contact: Contact;
  readonly #door: Door;
  readonly #id: string;
  readonly #home: Home;
  readonly #invitation: string | undefined;
  readonly #readers = new Set<() => void>();

  constructor(door: Door, { id, home, invitation }: Way) {
    this.contact = new Contact(door.platform);
    this.#door = door;
    this.#id = id;
    this.#home = home;
    this.#invitation = invitation;
  }

  async *lines(since: number | undefined): AsyncGenerator<StreamLine<G>, void> {
    const query = queryOf({ since, invitation: this.#invitation });
    const response = await this.#door.open(`/matches/${this.#id}/stream${query}`, this.#home);
    if (response.status !== 200) throw streamError(response.status, await response.text());
    let cancel = () => {};
    const { platform } = this.#door;
    const answers = () => this.#door.answers(`/tables/${this.#id}`);
    const opinion = new SecondOpinion({ platform, answers, giveUp: () => cancel() });
    const texts = linesOf(platform, response, {
      opened: (stop) => {
        cancel = stop;
        this.#readers.add(cancel);
      },
      quiet: () => {
        this.contact.tell('late');
        this.#home.forget();
        opinion.seek();
      },
      heard: () => {
        this.contact.tell('open');
        opinion.drop();
      },
    });
    try {
      for await (const text of texts) yield JSON.parse(text) as StreamLine<G>;
    } finally {
      opinion.drop();
      this.#readers.delete(cancel);
    }
  }

  ask<Value extends object>(type: string, fields: Fields): Promise<Answer<G['Code'], Value>> {
    const match = `/matches/${this.#id}`;
    if (type === 'hint') return this.#door.wait(`${match}/hint`, this.#home);
    if (READ.includes(type)) return this.#ask('GET', `${match}/${type}${queryOf(fields)}`);
    if (POSTED.includes(type)) return this.#ask('POST', `${match}/${type}`, fields);
    const [method, path, body] = ROUTES[type]?.(fields) ?? [];
    if (method !== undefined) return this.#ask(method, `/tables/${this.#id}${path}`, body);
    return this.#ask('POST', `${match}/commands`, { type, ...fields });
  }

  openAt(matchId: string, part: string): Promise<unknown> {
    return this.#door.ask('POST', `/tables/${matchId}/open-part`, { part });
  }

  #ask<Value extends object>(method: string, path: string, body?: Fields): Promise<Answer<G['Code'], Value>> {
    return this.#door.ask(method, path, body, this.#home);
  }

  /** Streams are reopened, with the missed news. */
  check(): void {
    this.#cancel();
    this.contact.hurry();
  }

  close(): void {
    this.#cancel();
  }

  #cancel(): void {
    for (const cancel of this.#readers) cancel();
  }
}

function streamError(status: number, text: string): Error {
  const refusal = refusalIn(bodyOf(text));
  return refusal === undefined ? new Error(`the stream: ${status}`) : new Refusal(refusal);
}

export function queryOf(fields: Fields): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return '';
  const texts = given.map(([name, value]) => {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return `${name}=${encodeURIComponent(text)}`;
  });
  return `?${texts.join('&')}`;
}
