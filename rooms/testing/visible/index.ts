// The one table to which a new game adds its secrets.
import { borneoSecrets } from './borneo.ts';
import { caboDaRocaSecrets } from './cabo-da-roca.ts';
import { dockersSecrets } from './dockers.ts';
import { rotterdamSecrets, rotterdamTraders } from './rotterdam.ts';
import type { Oracle } from './secrets.ts';

export const oracles: readonly Oracle[] = [
  borneoSecrets,
  dockersSecrets,
  rotterdamSecrets,
  caboDaRocaSecrets,
];

/** Editions in which a secret comes up more often. */
export const moreOracles: readonly Oracle[] = [rotterdamTraders];

/** Options for a table of this game that is played to its end in short time. */
export function shortOptions(game: string, seats: number): object {
  return oracles.find((oracle) => oracle.id === game)?.options(seats)[0] ?? {};
}
