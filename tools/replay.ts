// npm run replay -- record.json [--at N] [--seat S] [--edition edition.json]: the views after N commands.
import { readCommandLine, valueOrRefuse } from '../cli/command-line.ts';
import { text, whole } from '../cli/options.ts';
import { gameOf, parseRecord, playAgain } from '../server/records/verify.ts';
import { families } from '../shared/games/index.ts';
import { readJson, runCommand } from './read-file.ts';

await runCommand(() => {
  const { values, operands } = readCommandLine({
    usage: `usage: npm run replay -- record.json [--at N] [--seat S] [--edition edition.json]
Shows the public view of a match.`,
    options: {
      at: text({ shows: 'N', help: 'after N commands', shown: 'all' }),
      seat: text({ shows: 'S', help: 'shows what this seat saw, too' }),
      edition: text({ shows: 'FILE', help: 'the components, if they are not built in' }),
    },
    operands: [1, 1],
  });
  const [path = ''] = operands;
  const record = parseRecord(readJson(path));
  const edition = values.edition === undefined ? undefined : readJson(values.edition);
  const game = gameOf(record, families, edition);
  const at =
    values.at === undefined
      ? record.entries.length
      : valueOrRefuse('--at', whole({ least: 0, most: record.entries.length }), values.at);
  const seat =
    values.seat === undefined
      ? undefined
      : valueOrRefuse('--seat', whole({ least: 0, most: record.seats - 1 }), values.seat);
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
