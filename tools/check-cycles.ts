// No files of these folders import each other in a circle, not even for types: a reader finds one to begin with.
import { globSync, readFileSync } from 'node:fs';
import { readCommandLine } from '../cli/command-line.ts';
import { cyclesIn, importsIn } from './cycles.ts';

const { operands } = readCommandLine({
  usage: `usage: npm run check:cycles [-- <folder> …]
Lists the files that import each other in a circle. Without a folder: the folders that have none so far.`,
  operands: [0, 99],
});

const FREE = [
  ...['shared/games', 'shared/kernel', 'shared/protocol', 'shared/testing/salvage', 'client'],
  ...['berth', 'colyseus', 'people', 'play', 'show'].map((folder) => `rooms/${folder}`),
  ...['process', 'records', 'store', 'people', 'notices', 'cluster'].map((folder) => `server/${folder}`),
];
const folders = operands.length > 0 ? operands : FREE;
const paths = folders.flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { exclude: ['**/node_modules/**'] }),
);
const cycles = cyclesIn(importsIn(new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]))));
for (const files of cycles) console.error(`${files.length} files import each other: ${files.join(' ')}`);
console.log(`cycles: ${paths.length} files, ${cycles.length} cycles`);
process.exitCode = cycles.length === 0 ? 0 : 1;
