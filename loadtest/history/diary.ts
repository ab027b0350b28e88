// What the clients of real servers asked and were told, kept until it is known what was stored.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { text } from '../../cli/options.ts';
import { faultsOfHistory } from './check.ts';
import { Chronicle, type Ending, type Wish } from './chronicle.ts';

/** Of a campaign's command line. */
export const HISTORY = text({
  shows: 'FILE',
  help: 'what everybody asked and was told, in EDN, for checkers of others',
});

type End = (ending: Ending, version?: number) => void;

/** Later ones are left out: about ten hours of chaos. */
const MOST_WISHES = 1_000_000;

interface Told {
  readonly at: number;
  readonly wish: Wish;
  /** `undefined`: it begins. */
  readonly ending?: Ending;
  readonly version?: number | undefined;
}

export class Diary {
  readonly #file: string | undefined;
  readonly #told: Told[] = [];
  readonly #stored = new Map<string, readonly (string | undefined)[]>();
  #wishes = 0;

  /** Without a file nothing is kept. */
  constructor(file: string | undefined) {
    this.#file = file;
  }

  begin(wish: Wish): End {
    if (this.#file === undefined || this.#wishes++ >= MOST_WISHES) return () => undefined;
    this.#told.push({ at: performance.now(), wish });
    return (ending, version) => void this.#told.push({ at: performance.now(), wish, ending, version });
  }

  /** What a match holds in the end; of others nothing is written. */
  stored(matchId: string, entries: readonly { readonly commandId?: string | undefined }[]): void {
    this.#stored.set(
      matchId,
      entries.map(({ commandId }) => commandId),
    );
  }

  /** Returns the faults that the history itself shows. */
  write(): string[] {
    if (this.#file === undefined) return [];
    const target = openSync(this.#file, 'w');
    this.#tell((line) => void writeSync(target, `${line}\n`));
    closeSync(target);
    return faultsOfHistory(readFileSync(this.#file, 'utf8')).map((fault) => `history of ${fault}`);
  }

  #tell(write: (line: string) => void): void {
    let at = 0;
    const chronicle = new Chronicle({ write, now: () => at });
    const ends = new Map<Wish, End>();
    for (const [matchId, commandIds] of this.#stored) chronicle.held(matchId, commandIds);
    for (const { at: then, wish, ending, version } of this.#told) {
      at = then;
      if (!this.#stored.has(wish.matchId)) continue;
      if (ending === undefined) ends.set(wish, chronicle.begin(wish));
      else ends.get(wish)?.(ending, version);
    }
    chronicle.finish();
  }
}
