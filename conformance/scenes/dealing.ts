// The players' share in the deal.
import { createHash } from 'node:crypto';
import type { Guest, Json } from '../guest.ts';
import { guests, type Kit, matchOf, openTable, type Scene, seatsOf } from '../scene.ts';

const PART = 'a1'.repeat(16);
const OTHER = 'b2'.repeat(16);
const COMMITMENT = createHash('sha256').update(PART).digest('hex');

export const dealing: Scene = {
  name: 'the deal',
  rules: ['P-6.7', 'P-6.8'],
  async play(kit) {
    const [ann, bob] = await guests(kit);
    const id = matchOf(await openTable(kit, ann, { bots: seatsOf(kit) - 2 }));
    await bob.must('POST', `/tables/${id}/seat`, {});
    await ann.must('POST', `/tables/${id}/commit-part`, { commitment: COMMITMENT });
    const open = (who: Guest, part: string) => who.code('POST', `/tables/${id}/open-part`, { part });
    const { verdicts } = kit;
    verdicts.same('P-6.7', await open(ann, PART), 'not-started', 'a part that is opened in the lobby');
    await ann.must('POST', `/tables/${id}/start`);
    verdicts.same('P-6.7', await open(ann, OTHER), 'wrong-part', 'another part than the one committed to');
    verdicts.same('P-6.7', await open(bob, PART), 'wrong-part', 'a part without a commitment');
    await ann.must('POST', `/tables/${id}/open-part`, { part: PART });
    await checkRecord(kit, [ann, bob], id);
  },
};

async function checkRecord({ verdicts }: Kit, players: readonly [Guest, Guest], id: string): Promise<void> {
  const [ann] = players;
  const { table } = (await ann.must('GET', `/matches/${id}`)) as { table: Json };
  verdicts.same('P-6.8', table['status'], 'playing', 'the match once all parts are open');
  for (const player of players) await player.must('POST', `/tables/${id}/abandon`, {});
  const { deal } = (await ann.must('GET', `/matches/${id}/record`)) as { deal?: { parts: Json[] } };
  const expected = [{ by: 'player', commitment: COMMITMENT, part: PART }, { by: 'none' }];
  verdicts.same('P-6.8', deal?.parts.slice(0, 2), expected, 'the parts in the record');
}
