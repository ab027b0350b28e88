// The rules of version 2, which played the same games.
import type { GameFamily } from '../../../../kernel/game.ts';
import { beforeTieBreaks } from '../../../../kernel/past.ts';
import { caboDaRoca as following } from '../../index.ts';

export const caboDaRoca: GameFamily = beforeTieBreaks(following, 2);
