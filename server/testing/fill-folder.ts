// node fill-folder.ts DATA_DIR COPIES LOBBIES: a data folder with long matches and many lobbies, for campaigns.
import { join } from 'node:path';
import { loadKey } from '../people/identity.ts';
import { readConfig } from '../process/config.ts';
import { limitsOf } from '../process/limits.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { crowd } from './crowded-store.ts';

const [folder = '', copies = '', lobbies = ''] = process.argv.slice(2);
// A server does not start beside matches of which it has no key.
loadKey(folder);
const store = openSqliteStore({ file: join(folder, 'quayside.sqlite') });
await crowd(store, {
  people: ['id-a', 'id-b', 'id-c', 'id-d'],
  copies: Number(copies),
  lobbies: Number(lobbies),
  most: limitsOf(readConfig({})).rooms.freeCommandsPerMatch,
  now: Date.now(),
});
await store.close();
