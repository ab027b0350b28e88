// The rules of version 1, which played the same games.
import type { GameFamily } from '../../../../kernel/game.ts';
import { beforeTieBreaks } from '../../../../kernel/past.ts';
import { borneo as following } from '../2/index.ts';

export const borneo: GameFamily = beforeTieBreaks(following, 1);
