// npm run replay -- record.json [--at N] [--seat S] [--edition edition.json]: the views after N commands.
import { readCommandLine, wholeNumber } from '../cli/command-line.ts';
import { gameOf, parseRecord, playAgain } from '../server/records/verify.ts';
import { families } from '../shared/games/index.ts';
import { readJson, runCommand } from './read-file.ts';

await runCommand(() => {
  const { values, operands } = readCommandLine({
    usage: `usage: npm run replay -- record.json [--at N] [--seat S] [--edition edition.json]
Shows the public view after N commands (default: all), and with --seat what that seat saw in addition.`,
    options: { at: { type: 'string' }, seat: { type: 'string' }, edition: { type: 'string' } },
    operands: [1, 1],
  });
  const [path = ''] = operands;
  const record = parseRecord(readJson(path));
  const edition = values.edition === undefined ? undefined : readJson(values.edition);
  const game = gameOf(record, families, edition);
  const at =
    values.at === undefined
      ? record.entries.length
      : wholeNumber('--at', values.at, 0, record.entries.length);
  const seat =
    values.seat === undefined ? undefined : wholeNumber('--seat', values.seat, 0, record.seats - 1);
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
