// The one table to which a new game adds its secrets.
import { borneoSecrets } from './borneo.ts';
import { dockersSecrets } from './dockers.ts';
import type { Oracle } from './secrets.ts';

export const oracles: readonly Oracle[] = [borneoSecrets, dockersSecrets];
