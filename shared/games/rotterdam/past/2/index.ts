// The rules of version 2, which played the same games.
import type { GameFamily } from '../../../../kernel/game.ts';
import { beforeTieBreaks } from '../../../../kernel/past.ts';
import { rotterdam as following } from '../3/index.ts';

export const rotterdam: GameFamily = beforeTieBreaks(following, 2);
