// What a player is told while away, and where: kept, shown without secrets, and nobody else's business.
import { createECDH, randomBytes } from 'node:crypto';
import { Guest, type Json } from '../guest.ts';
import type { Kit, Scene } from '../scene.ts';

const SECRET = 'kit-secret-path';
const TARGETS = '/me/notices/targets';

export const notices: Scene = {
  name: 'notices',
  rules: ['P-11.1', 'P-11.2', 'P-11.3', 'P-11.4'],
  async play(kit) {
    const ann = await Guest.known(kit, 'Ann');
    const bob = await Guest.known(kit, 'Bob');
    const { settings: before } = await ann.must('GET', '/me/notices');
    await kept(kit, ann, bob);
    await ann.must('PUT', '/me/notices', before as Json);
    await secret(kit, ann, bob);
    await renewed(kit, ann, bob);
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

/** As a browser makes them. */
function newKeys() {
  return {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
}

/** By the worker of Ann's browser, which has no token; Bob's must not help. */
async function renewed({ verdicts }: Kit, ann: Guest, bob: Guest): Promise<void> {
  const wish = { type: 'push', url: 'https://before.example.org/kit', keys: newKeys() };
  const { target, secret: key } = await ann.must('POST', TARGETS, wish);
  const { id } = target as Json;
  const path = `/notices/targets/${id}`;
  const subscription = { url: 'https://after.example.org/kit', keys: newKeys() };
  const guessed = await bob.code('PUT', path, { ...subscription, secret: 'guessed' });
  verdicts.same('P-11.4', guessed, 'unknown-target', 'renewed with another secret');
  const { status } = await bob.ask('PUT', path, { ...subscription, secret: key });
  verdicts.same('P-11.4', status, 204, 'renewed with its secret');
  const shown = (await ann.must('GET', '/me/notices'))['targets'] as Json[];
  const now = shown.filter((one) => one['id'] === id).map((one) => one['name']);
  verdicts.same('P-11.4', now, ['after.example.org'], 'the target after the renewal');
  await ann.must('DELETE', `${TARGETS}/${id}`);
}
