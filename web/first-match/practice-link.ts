// A table without a server: the rules run in this page, and the course of the first match plays the others.
import { Contact } from '../../client/contact.ts';
import { Inbox } from '../../client/inbox.ts';
import type { Link } from '../../client/link.ts';
import type { Answer, GameTypes, PastVersion, Place, StreamLine } from '../../client/types.ts';
import type { Course, Moved } from '../../shared/kernel/course.ts';
import { newsFor } from '../../shared/kernel/journal.ts';
import { openEnvelope } from '../../shared/protocol/envelope.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Ways<G extends GameTypes> {
  readonly course: Course;
  /** How the table stands at the moment. */
  readonly place: () => Place;
  /** The sentence about a refusal. */
  readonly sentenceOf: (code: string) => string;
  /** The player has played what was asked for. */
  readonly onPlayed: (table: PracticeLink<G>) => void;
}

export class PracticeLink<G extends GameTypes> implements Link<G> {
  readonly contact = new Contact(globalThis);
  readonly #ways: Ways<G>;
  readonly #inboxes = new Set<Inbox<G>>();
  readonly #past: PastVersion<G>[] = [];

  constructor(ways: Ways<G>) {
    this.#ways = ways;
    const { seat } = ways.course.script;
    const events = newsFor(ways.course.match.overture, seat) as G['Event'][];
    this.#past.push({ ...this.#positions(), version: 0, seat: null, by: null, events, ...UNKNOWN });
  }

  async *lines(): AsyncGenerator<StreamLine<G>, void> {
    const inbox = new Inbox<G>(() => this.#inboxes.delete(inbox));
    this.#inboxes.add(inbox);
    inbox.take(this.#full());
    yield* inbox.lines();
  }

  /** `isTold`: the players who listen are told too. */
  note({ news, entry: { version, seat, by } }: Moved, isTold: boolean): void {
    const events = newsFor(news, this.#ways.course.script.seat) as G['Event'][];
    const one = { ...this.#positions(), version, seat, by, events, ...UNKNOWN };
    this.#past.push(one);
    const { decisions } = this.#facts();
    if (isTold) this.#tell({ type: 'news', ...one, decisions, banks: [] } as StreamLine<G>);
  }

  /** After moves that were not told one by one. */
  renew(): void {
    this.#tell(this.#full());
  }

  /** The question, the seats or the result have changed. */
  turn(): void {
    const { version } = this.#ways.course.match;
    this.#tell({ type: 'table', version, ...this.#facts() } as StreamLine<G>);
  }

  async ask<Value extends object>(type: string, fields: Fields): Promise<Answer<G['Code'], Value>> {
    const { course } = this.#ways;
    const isCommand = course.game.commands.includes(type);
    const answer =
      type === 'legal'
        ? this.#legal()
        : type === 'history'
          ? this.#history(fields)
          : type === 'preview'
            ? this.#preview(fields)
            : isCommand
              ? this.#play(type, fields)
              : this.#refused('not-here');
    return (await answer) as Answer<G['Code'], Value>;
  }

  openAt(): Promise<unknown> {
    return Promise.resolve(undefined);
  }

  check(): void {}

  close(): void {
    for (const inbox of this.#inboxes) inbox.end();
  }

  #full(): StreamLine<G> {
    const { version } = this.#ways.course.match;
    const [facts, now] = [{ ...this.#facts(), ...this.#positions() }, Date.now()];
    return { type: 'full', protocol: 0, now, chat: [], version, ...facts } as StreamLine<G>;
  }

  #tell(line: StreamLine<G>): void {
    for (const inbox of this.#inboxes) inbox.take(line);
  }

  #positions() {
    const { match, script } = this.#ways.course;
    return {
      view: match.publicView() as unknown as G['Public'],
      seatView: match.seatView(script.seat) as unknown as G['Private'],
    };
  }

  /** Nobody is asked while the player reads. */
  #facts() {
    const { match, wanted, script } = this.#ways.course;
    const isAsked = ({ seat }: { readonly seat: number }) => wanted !== undefined || seat !== script.seat;
    const decisions = match.decisions().filter(isAsked);
    return {
      ...this.#ways.place(),
      decisions: decisions.map(({ id, seat, kind }) => ({ id, seat, kind, deadline: null })),
      banks: [],
    };
  }

  /** Only what the sentence asks for. */
  #legal() {
    const { match, script, wanted, game } = this.#ways.course;
    const decision = match.decisionOf(script.seat)?.id ?? null;
    const isUnasked = wanted !== undefined && game.unasked.includes(wanted.type);
    const ready = wanted === undefined ? [] : [{ ...wanted, decision: isUnasked ? null : decision }];
    const [commands, unasked] = isUnasked ? [[], ready] : [ready, []];
    return { ok: true, decision, commands, unasked, complete: true };
  }

  #history({ from = 0, count = this.#past.length, views = true }: Fields) {
    const page = this.#past.slice(Number(from), Number(from) + Number(count));
    const next = Number(from) + page.length;
    return {
      ok: true,
      versions: views === false ? page.map(({ view: _, seatView: __, ...rest }) => rest) : page,
      next: next < this.#past.length ? next : null,
    };
  }

  #preview({ type, ...fields }: Fields) {
    const { game, match, script } = this.#ways.course;
    const opened = openEnvelope(game, String(type), fields);
    if (!opened.ok) return this.#refused(opened.code);
    const preview = match.preview(script.seat, opened.value);
    if (!preview.ok) return this.#refused(preview.code, preview.rule);
    if (!this.#ways.course.wants(opened.value.command)) return this.#refused('not-now');
    const { stop, all, own, events } = preview;
    return {
      ok: true,
      version: all.version,
      complete: stop === null,
      stop,
      events,
      view: all,
      seatView: own,
    };
  }

  #play(type: string, fields: Fields) {
    const { course, onPlayed } = this.#ways;
    const opened = openEnvelope(course.game, type, fields);
    if (!opened.ok) return this.#refused(opened.code);
    if (!course.wants(opened.value.command)) return this.#refused('not-now');
    onPlayed(this);
    return { ok: true, version: course.match.version };
  }

  #refused(code: string, rule: string | null = null) {
    return { ok: false, code, rule, message: this.#ways.sentenceOf(code) };
  }
}

/** What only servers know of a past version. */
const UNKNOWN = { at: 0, command: null, standing: null };
