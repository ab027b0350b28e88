// What a player is told while away, and where: kept, shown without secrets, and nobody else's business.
import { Guest, type Json } from '../guest.ts';
import type { Kit, Scene } from '../scene.ts';

const SECRET = 'kit-secret-path';
const TARGETS = '/me/notices/targets';

export const notices: Scene = {
  name: 'notices',
  rules: ['P-11.1', 'P-11.2', 'P-11.3'],
  async play(kit) {
    const ann = await Guest.known(kit, 'Ann');
    const bob = await Guest.known(kit, 'Bob');
    const { settings: before } = await ann.must('GET', '/me/notices');
    await kept(kit, ann, bob);
    await ann.must('PUT', '/me/notices', before as Json);
    await secret(kit, ann, bob);
  },
};

async function kept({ verdicts }: Kit, ann: Guest, bob: Guest): Promise<void> {
  const wish = {
    language: 'fr',
    zone: 'Europe/Paris',
    quiet: { from: '22:00', to: '07:30' },
    off: ['over'],
    muted: ['kit-match'],
  };
  const settingsOf = async (guest: Guest) => (await guest.must('GET', '/me/notices'))['settings'];
  const others = await settingsOf(bob);
  await ann.must('PUT', '/me/notices', wish);
  verdicts.same('P-11.1', await settingsOf(ann), wish, 'the settings after a change');
  verdicts.same('P-11.1', await settingsOf(bob), others, 'those of another player');
  const nowhere = await ann.code('PUT', '/me/notices', { ...wish, zone: 'Nowhere/Atlantis' });
  verdicts.same('P-11.1', nowhere, 'bad-payload', 'a time zone that does not exist');
  verdicts.same('P-11.1', await settingsOf(ann), wish, 'the settings after a refusal');
}

async function secret({ verdicts }: Kit, ann: Guest, bob: Guest): Promise<void> {
  const wish = { type: 'json', url: `https://example.org/${SECRET}` };
  const { target, secret: signs } = await ann.must('POST', TARGETS, wish);
  const id = String((target as Json)['id']);
  const path = `${TARGETS}/${id}`;
  const shown = JSON.stringify(await ann.must('GET', '/me/notices'));
  const isSafe = shown.includes(id) && !shown.includes(SECRET) && !shown.includes(String(signs));
  verdicts.hold('P-11.2', isSafe, () => `a target is missing, or shows its secrets: ${shown}`);
  verdicts.same(
    'P-11.2',
    await bob.code('POST', `${path}/test`),
    'unknown-target',
    'a test by another player',
  );
  verdicts.same('P-11.2', await bob.code('DELETE', path), 'unknown-target', 'removed by another player');
  verdicts.same('P-11.2', (await ann.ask('DELETE', path)).status, 204, 'removed by its player');
  verdicts.same('P-11.2', await ann.code('DELETE', path), 'unknown-target', 'removed again');
  for (const url of ['ftp://example.org/', 'file:///etc/hostname']) {
    const refused = await ann.code('POST', TARGETS, { type: 'json', url });
    verdicts.same('P-11.3', refused, 'target-refused', url);
  }
}
