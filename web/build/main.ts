// Builds the web client ahead of the first start: node web/build/main.ts
import { readAssets } from './cache.ts';

const assets = await readAssets({ begins: () => undefined });
for (const { path, plain, brotli } of assets)
  process.stdout.write(`${String((brotli ?? plain).length).padStart(8)}  ${path}\n`);
