// Prepared matches for tests: played by the typed client, at random but reproducibly.
import { type GameId, guest, quayside } from '../../client/index.ts';
import { createRng, pick, type Rng } from '../../shared/kernel/rng.ts';

interface Played {
  readonly id: string;
  /** Of the player at seat 0; bots have the other seats. */
  readonly token: string;
}

interface MatchWish {
  readonly url: string;
  readonly game?: GameId;
  readonly seats?: number;
  /** How many decisions seat 0 answers; all of them unless told otherwise. */
  readonly turns?: number;
  readonly visibility?: 'public' | 'private';
  readonly options?: object;
  readonly hints?: boolean;
}

export async function playedMatch({
  url,
  game = 'borneo',
  seats = 3,
  turns = Number.POSITIVE_INFINITY,
  visibility = 'public',
  options = {},
  hints = false,
}: MatchWish): Promise<Played> {
  const token = await guest({ url, name: 'Zoé' });
  const table = await quayside({ url, token }).create(game, {
    seats,
    bots: seats - 1,
    clock: 'none',
    visibility,
    options,
    hints,
  });
  await table.start();
  const luck = createRng('5'.repeat(32));
  let left = turns;
  for await (const turn of table.turns()) {
    if (left-- <= 0) break;
    await turn.send(answerTo(turn.decision.id, await turn.legal(), luck));
  }
  table.close();
  return { id: table.id, token };
}

function answerTo<C extends { readonly decision?: number | null }>(
  decision: number,
  commands: readonly C[],
  luck: Rng,
): C {
  const answers = commands.filter((command) => command.decision === decision);
  if (answers.length === 0) throw new Error('nothing is legal');
  return pick(luck, answers);
}
