// The history of a campaign for checkers of others: what clients asked and were told, and what the store holds, as Jepsen
// writes it, one EDN map a line, in the form that Elle calls list-append. A match is a list, a command appends to it, and
// whoever sees a version has read the list up to there.
import { type Edn, Keyword, printEdn } from './edn.ts';

/** Larger histories are cut off, with a line that says so. */
const MOST_BYTES = 256 * 1024 * 1024;

export interface Wish {
  readonly who: string;
  readonly matchId: string;
  /** The id of a command; absent: a look. */
  readonly commandId?: string;
}

/** `info`: nobody knows whether it has happened. */
export type Ending = 'ok' | 'fail' | 'info';

interface Context {
  readonly write: (line: string) => void;
  /** Milliseconds. */
  readonly now: () => number;
}

export class Chronicle {
  readonly #context: Context;
  /** Process numbers: one that does not know what has become of its wish is never heard of again. */
  readonly #processes = new Map<string, number>();
  /** The element of each command. */
  readonly #elements = new Map<string, number>();
  readonly #lists = new Map<string, number[]>();
  #lines = 0;
  #bytes = 0;
  #lastProcess = 0;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Returns what ends it; `version`: which a look has shown. */
  begin(wish: Wish): (ending: Ending, version?: number) => void {
    const { who, matchId, commandId } = wish;
    const process = this.#processOf(who);
    const element = commandId === undefined ? undefined : this.#elementOf(matchId, commandId);
    this.#note('invoke', process, element === undefined ? read(matchId, null) : append(matchId, element));
    return (ending, version) => {
      if (ending === 'info') this.#processes.delete(who);
      if (element !== undefined) this.#note(ending, process, append(matchId, element));
      else
        this.#note(
          ending,
          process,
          read(matchId, version === undefined ? null : this.#until(matchId, version)),
        );
    };
  }

  /** As soon as it is stored. `commandId`: of a player's command; others are of the server itself. */
  stored(matchId: string, version: number, commandId: string | undefined): void {
    const element = this.#elementOf(matchId, commandId ?? `version ${version}`);
    const list = this.#lists.get(matchId) ?? [];
    this.#lists.set(matchId, list);
    list.push(element);
    if (commandId !== undefined) return;
    const process = this.#processOf('server');
    this.#note('invoke', process, append(matchId, element));
    this.#note('ok', process, append(matchId, element));
  }

  /** What a match has in the end, told before anything else: what the server did by itself was done at any time. */
  held(matchId: string, commandIds: readonly (string | undefined)[]): void {
    const names = commandIds.map((commandId, index) => commandId ?? `version ${index + 1}`);
    this.#lists.set(
      matchId,
      names.map((name) => this.#elementOf(matchId, name)),
    );
    for (const [index, name] of names.entries())
      if (commandIds[index] === undefined)
        this.begin({ who: `the server, ${name}`, matchId, commandId: name })('info');
  }

  /** Reads what is stored, once nobody plays any more. */
  finish(): void {
    const process = this.#processOf('the store');
    for (const [matchId, list] of this.#lists) {
      this.#note('invoke', process, read(matchId, null));
      this.#note('ok', process, read(matchId, list));
    }
    this.#lists.clear();
    this.#processes.clear();
  }

  #processOf(who: string): number {
    const known = this.#processes.get(who);
    if (known !== undefined) return known;
    const process = this.#lastProcess++;
    this.#processes.set(who, process);
    return process;
  }

  #elementOf(matchId: string, name: string): number {
    const key = `${matchId} ${name}`;
    const known = this.#elements.get(key) ?? this.#elements.size;
    this.#elements.set(key, known);
    return known;
  }

  #until(matchId: string, version: number): readonly number[] {
    return (this.#lists.get(matchId) ?? []).slice(0, Math.max(0, version));
  }

  #note(type: 'invoke' | Ending, process: number, value: Edn): void {
    if (this.#bytes > MOST_BYTES) return;
    const line = printEdn(
      new Map<string, Edn>([
        ['index', this.#lines++],
        ['type', new Keyword(type)],
        ['process', process],
        ['f', new Keyword('txn')],
        ['value', [value]],
        ['time', Math.round(this.#context.now() * 1_000_000)],
      ]),
    );
    this.#bytes += line.length + 1;
    this.#context.write(this.#bytes > MOST_BYTES ? '; the rest is cut off' : line);
  }
}

function append(matchId: string, element: number): Edn {
  return [new Keyword('append'), matchId, element];
}

function read(matchId: string, list: readonly number[] | null): Edn {
  return [new Keyword('r'), matchId, list];
}
