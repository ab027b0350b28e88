// Loaded into servers before the program (`--import`): their wall clock is wrong by what the file WRONG_CLOCKS/<PORT>
// says, in milliseconds, from one moment to the next. The monotonic clock is right.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How often the file is read. */
const LOOK_MS = 50;

const file = join(String(process.env['WRONG_CLOCKS']), String(process.env['PORT']));
const right = Date.now.bind(Date);
let wrongBy = 0;

function look(): void {
  try {
    wrongBy = Number(readFileSync(file, 'utf8'));
  } catch {
    wrongBy = 0; // nobody has set it yet
  }
}

const now = () => right() + wrongBy;

look();
setInterval(look, LOOK_MS).unref();
globalThis.Date = new Proxy(Date, {
  construct: (target, parts: readonly unknown[]) =>
    parts.length === 0 ? new target(now()) : Reflect.construct(target, parts),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
