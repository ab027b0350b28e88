// An attempt to sign in is used once, as long as it lasts.
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openSqliteStore } from '../store/sqlite.ts';
import { captureLog, scratch } from '../testing/scratch.ts';
import { Accounts } from './accounts.ts';
import { Devices } from './devices.ts';
import { Identities, loadKey } from './identity.ts';
import { ATTEMPT_SECONDS } from './sign-in.ts';

test('an attempt is used once, however late it is shown again, and never after its end', async () => {
  const place = scratch();
  const store = openSqliteStore({ file: join(place.folder, 'test.sqlite') });
  const start = 1_800_000_000_000;
  let time = start;
  const now = () => time;
  const identities = new Identities({
    key: loadKey(place.folder),
    days: 365,
    nameLength: 24,
    remembered: 9,
    now,
  });
  const devices = new Devices({
    identities,
    store,
    now,
    log: captureLog().log,
    days: 365,
    signInDays: 90,
  });
  const accounts = new Accounts({ store, devices, now });
  const person = {
    issuer: 'https://login.example.org',
    subject: 'zoé',
    session: '',
    name: 'Zoé',
    locale: undefined,
  };
  const until = start + ATTEMPT_SECONDS * 1000;
  const signIn = (id: string) =>
    accounts.signIn({ person, guest: undefined, device: { id, name: 'Firefox' }, until });

  expect(await signIn('first')).toMatchObject({ isSame: false });
  time = until - 1;
  await store.changeDevices([{ kind: 'drop-old', now: time }]);
  expect(await signIn('first')).toBeUndefined();
  expect(await signIn('second')).toBeDefined();
  time = until;
  expect(await signIn('third')).toBeUndefined();
  await devices.stop();
  await store.close();
  place.remove();
});
