// The rules of version 3, which drew everything from one stream.
import type { GameFamily } from '../../../../kernel/game.ts';
import { beforeStreams } from '../../../../kernel/past.ts';
import { caboDaRoca as following } from '../../index.ts';

export const caboDaRoca: GameFamily = beforeStreams(following, 3);
