// The rules of version 3, which drew everything from one stream.
import type { GameFamily } from '../../../../kernel/game.ts';
import { beforeStreams } from '../../../../kernel/past.ts';
import { rotterdam as following } from '../../index.ts';

export const rotterdam: GameFamily = beforeStreams(following, 3);
