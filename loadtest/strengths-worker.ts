// A thread of `npm run campaign -- --bots …`: plays every n-th match of a campaign.
import { parentPort, workerData } from 'node:worker_threads';
import { families } from '../shared/games/index.ts';
import { builtInOf } from '../shared/kernel/built-in.ts';
import type { Strength } from '../shared/kernel/strength.ts';
import type { Match } from './standings.ts';
import { playMatch, type Thinking } from './strengths.ts';

export interface Work {
  readonly game: string;
  readonly bots: readonly Strength[];
  readonly thinking: Thinking;
  readonly numbers: readonly number[];
}

export interface Done {
  readonly n: number;
  readonly match: Match;
}

const { game: id, bots, thinking, numbers } = workerData as Work;
const family = families.find((one) => one.id === id);
if (family === undefined || parentPort === null) throw new Error(`no game ${id}, or no thread`);
const game = builtInOf(family);
for (const n of numbers) {
  // Every bot plays from every seat equally often.
  const seated = bots.map((_, seat) => bots[(seat + n) % bots.length] ?? 'mate');
  const match = { bots: seated, result: playMatch({ game, bots: seated, thinking }, n) };
  parentPort.postMessage({ n, match } satisfies Done);
}
