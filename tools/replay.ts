// npm run replay -- record.json [--at N] [--seat S] [--edition edition.json]: what was seen after N moves.
import { parseArgs } from 'node:util';
import { gameOf, parseRecord, playAgain } from '../server/verify.ts';
import { families } from '../shared/games/index.ts';
import { Complaint, readJson, runCommand } from './read-file.ts';

runCommand(() => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { at: { type: 'string' }, seat: { type: 'string' }, edition: { type: 'string' } },
  });
  const [path] = positionals;
  if (path === undefined || positionals.length !== 1) {
    console.error('usage: npm run replay -- record.json [--at N] [--seat S] [--edition edition.json]');
    return 2;
  }
  const record = parseRecord(readJson(path));
  const edition = values.edition === undefined ? undefined : readJson(values.edition);
  const game = gameOf(record, families, edition);
  const at =
    values.at === undefined ? record.entries.length : whole(values.at, '--at', record.entries.length);
  const seat = values.seat === undefined ? undefined : whole(values.seat, '--seat', record.seats - 1);
  const match = playAgain({ ...record, entries: record.entries.slice(0, at) }, game);
  const seen = {
    version: match.version,
    move: record.entries[at - 1] ?? null,
    publicView: match.publicView(),
    ...(seat === undefined ? {} : { seat, seatView: match.seatView(seat) }),
    result: match.result() ?? null,
  };
  console.log(JSON.stringify(seen, null, 2));
  return 0;
});

function whole(text: string, option: string, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most) throw new Complaint(`${option}: a number from 0 to ${most}`);
  return value;
}
