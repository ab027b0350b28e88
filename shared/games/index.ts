// The registry: every game there is.
import type { GameFamily } from '../kernel/game.ts';
import { borneo } from './borneo/index.ts';
import { caboDaRoca } from './cabo-da-roca/index.ts';
import { dockers } from './dockers/index.ts';
import { rotterdam } from './rotterdam/index.ts';

export const families: readonly GameFamily[] = [borneo, dockers, rotterdam, caboDaRoca];
