// The analysis of a match that is over, computed in the background.
import type { RoomService } from '../../rooms/index.ts';
import type { MatchStore } from '../../rooms/life/match-store.ts';
import { analysis } from '../../shared/protocol/advice.ts';
import type { Counting } from '../http/counting.ts';
import { accepted, Problem } from '../http/problem.ts';
import { callerOf, type Route, route } from '../http/route.ts';
import { matchParams } from '../http/table-params.ts';
import type { ProcessLimits } from '../process/limits.ts';
import { isOver } from '../records/record.ts';
import { sampleAnalysis } from './samples.ts';

interface AnalysisRouteDeps {
  readonly rooms: Pick<RoomService, 'analysis'>;
  readonly store: MatchStore;
  readonly limits: ProcessLimits;
  readonly counting: Counting;
}

export function analysisRoute({ rooms, store, limits, counting }: AnalysisRouteDeps): Route {
  const limiter = counting.limiter({
    name: 'analysis',
    amount: limits.analysisRequestsPerMinute,
    seconds: 60,
    maxKeys: limits.rememberedKeys,
  });
  return route({
    id: 'readAnalysis',
    tag: 'Matches',
    method: 'get',
    path: '/matches/{id}/analysis',
    auth: 'player',
    summary: 'A match that is over, compared with what captains would have played',
    description:
      'How likely each seat was to win, version by version, and the moves of players compared with a captain’s choices. The first request starts it; it takes about a minute, and waits while captains are needed at tables. Ask again every few seconds until `status` is `done`.',
    params: matchParams,
    about: 'id',
    limit: limiter,
    answers: {
      200: { description: 'The analysis, or how far it is', schema: analysis, example: sampleAnalysis },
    },
    refusals: [
      'unknown-match',
      'not-finished',
      'unknown-edition',
      'other-rules',
      'no-captain',
      'match-damaged',
      'storage-unavailable',
    ],
    handle: async (call) => {
      const row = await store.load(call.params.id);
      if (row === undefined) throw new Problem('unknown-match');
      if (!isOver(row)) throw new Problem('not-finished');
      return { status: 200, body: accepted(rooms.analysis(row, callerOf(call)), row.game) };
    },
  });
}
