// Builds the web client before the first start, and prints its size: node web/build/main.ts
import { readAssets } from './cache.ts';

const assets = await readAssets({ begins: () => undefined });
const lines = assets.map(
  ({ path, plain, brotli }) => `${String((brotli ?? plain).length).padStart(8)}  ${path}`,
);
process.stdout.write(`${lines.join('\n')}\n`);
