// The players' share in the deal.
import { createHash } from 'node:crypto';
import type { Guest, Json } from '../guest.ts';
import { guests, type Kit, matchOf, openTable, type Scene, seatsOf } from '../scene.ts';

const PART = 'a1'.repeat(16);
const OTHER = 'b2'.repeat(16);
const COMMITMENT = createHash('sha256').update(PART).digest('hex');

/** The second one if more than three seconds have passed since the call. */
const REFUSALS: readonly unknown[] = ['wrong-part', 'already-started'];

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
    const isRefused = async (who: Guest, part: string, what: string) => {
      const code = await open(who, part);
      verdicts.hold('P-6.7', REFUSALS.includes(code), () => `${what}: ${code}`);
    };
    await isRefused(ann, OTHER, 'another part than the one committed to');
    await isRefused(bob, PART, 'a part without a commitment');
    const isLate = REFUSALS.includes(await open(ann, PART));
    await checkRecord(kit, [ann, bob], { id, isLate });
  },
};

async function checkRecord(
  { verdicts }: Kit,
  players: readonly [Guest, Guest],
  { id, isLate }: { readonly id: string; readonly isLate: boolean },
): Promise<void> {
  const [ann] = players;
  const { table } = (await ann.must('GET', `/matches/${id}`)) as { table: Json };
  verdicts.same('P-6.8', table['status'], 'playing', 'the match once all parts are open');
  for (const player of players) await player.must('POST', `/tables/${id}/abandon`, {});
  const { deal } = (await ann.must('GET', `/matches/${id}/record`)) as { deal?: { parts: Json[] } };
  const own = isLate
    ? { by: 'silent', commitment: COMMITMENT }
    : { by: 'player', commitment: COMMITMENT, part: PART };
  const expected = [own, { by: 'none' }];
  verdicts.same('P-6.8', deal?.parts.slice(0, 2), expected, 'the parts in the record');
}
