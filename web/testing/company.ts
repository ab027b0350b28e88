// Players without a browser, who move when a test says so, and the true states of their match.
import { type Games, guest, quayside, type Table } from '../../client/index.ts';
import { seedOf } from '../../rooms/life/deal.ts';
import { gameOf } from '../../rooms/testing/games.ts';
import { sha256 } from '../../server/process/chance.ts';
import type { Running } from '../../server/testing/start.ts';
import type { Entry } from '../../shared/kernel/journal.ts';
import { Match } from '../../shared/kernel/match.ts';
import { replay } from '../../shared/kernel/replay.ts';
import { createRng, pick } from '../../shared/kernel/rng.ts';
import { trueState } from '../../shared/testing/true-state.ts';

type Borneo = Games['borneo'];

export class Company {
  readonly id: string;
  readonly #running: Running;
  readonly #tables: readonly Table<Borneo>[];
  readonly #luck = createRng('9'.repeat(32));

  constructor(running: Running, tables: readonly Table<Borneo>[]) {
    const [first] = tables;
    if (first === undefined) throw new Error('nobody sits at the table');
    this.id = first.id;
    this.#running = running;
    this.#tables = tables;
  }

  /** One of the seats that must act makes a random move. False: none must, since the match is over. */
  async move(): Promise<boolean> {
    for (const table of this.#tables) {
      const answers = (await table.legal()).filter(({ decision }) => (decision ?? null) !== null);
      if (answers.length === 0) continue;
      const answer = await table.send(pick(this.#luck, answers));
      if (!answer.ok) throw new Error(`refused: ${answer.code}`);
      return true;
    }
    return false;
  }

  /** The true states of the match, secrets included, version by version, with the commands that led there. */
  async truth(): Promise<readonly { readonly state: unknown; readonly entry: Entry | undefined }[]> {
    const { store } = this.#running.quayside.deps;
    const row = await store.load(this.id);
    if (row === undefined) throw new Error('the match is not stored');
    const { options, seats } = row.table;
    const seed = seedOf(row, sha256);
    const game = gameOf(row.game);
    const states: { state: unknown; entry: Entry | undefined }[] = [
      { state: trueState(new Match(game, options, seats, seed)), entry: undefined },
    ];
    replay(game, { options, seats, seed }, await store.journal(this.id), (match, entry) => {
      states.push({ state: trueState(match), entry });
    });
    return states;
  }
}

async function begin(table: Table<Borneo>): Promise<void> {
  for await (const _line of table.lines()) if (table.facts.status === 'playing') return;
}

/** Three players at a table of Borneo. */
export async function companyAt(running: Running): Promise<Company> {
  const { url } = running;
  const [ann, ...others] = await Promise.all(
    ['Ann', 'Bob', 'Zoé'].map(async (name) => quayside({ url, token: await guest({ url, name }) })),
  );
  if (ann === undefined) throw new Error('nobody came');
  const first = await ann.create('borneo', { seats: 3, clock: 'none' });
  const rest: Table<Borneo>[] = [];
  for (const other of others) rest.push(await other.joinById('borneo', first.id));
  // Their parts of the deal are opened by the one who reads the lines.
  const begun = rest.map(begin);
  await first.start();
  await Promise.all(begun);
  return new Company(running, [first, ...rest]);
}
