// The rules of version 2, which played the same games.
import type { GameFamily } from '../../../../kernel/game.ts';
import { beforeTieBreaks } from '../../../../kernel/past.ts';
import { caboDaRoca as following } from '../3/index.ts';

export const caboDaRoca: GameFamily = beforeTieBreaks(following, 2);
