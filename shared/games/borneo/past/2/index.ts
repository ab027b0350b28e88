// The rules of version 2, which drew everything from one stream.
import type { GameFamily } from '../../../../kernel/game.ts';
import { beforeStreams } from '../../../../kernel/past.ts';
import { borneo as following } from '../../index.ts';

export const borneo: GameFamily = beforeStreams(following, 2);
