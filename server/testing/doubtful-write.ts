// Writes to a store on a failing disk, reports the outcome, and waits to be killed.
import { writeFileSync } from 'node:fs';
import { StoreError } from '../../rooms/life/store-error.ts';
import { journalRow, matchRow } from '../../rooms/testing/rows.ts';
import { openStore } from '../store/open.ts';

const [file = '', wanted = 'off', orders = '', order = 'ok'] = process.argv.slice(2);
const { store } = await openStore({ file }, wanted === 'on' ? 'on' : 'off');
await store.create(matchRow('m1'));
await store.commit('m1', [journalRow(1)], {});
writeFileSync(orders, order);
const answer = await store.commit('m1', [journalRow(2)], {}).then(
  () => 'written',
  (error: unknown) => (error instanceof StoreError ? error.code : String(error)),
);
const seen = (await store.journal('m1')).length;
process.stdout.write(`${JSON.stringify({ answer, seen })}\n`);
setInterval(() => {}, 1_000);
