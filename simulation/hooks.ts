// Puts the simulation's own parts in the place of the product's: the clockwork, and Colyseus' rooms. To be called before
// anything of `rooms/` or `server/` is imported.
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plant } from './plants.ts';

const here = (name: string) => pathToFileURL(join(import.meta.dirname, name)).href;
const CLOCKWORK = here('../rooms/clockwork.ts');
const OWN_CLOCKWORK = here('clockwork.ts');
const STAGE = here('stage.ts');

/** `plant`: a fault in the product's code, which the simulation has to find. */
export function simulate(plant?: Plant): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === 'colyseus' && context.parentURL !== STAGE) return { url: STAGE, shortCircuit: true };
      const found = next(specifier, context);
      return found.url === CLOCKWORK ? { ...found, url: OWN_CLOCKWORK } : found;
    },
    load: (url, context, next) => {
      const loaded = next(url, context);
      if (plant === undefined || !url.endsWith(plant.file)) return loaded;
      const text = String(loaded.source);
      if (!text.includes(plant.from)) throw new Error(`${plant.file} has no «${plant.from}» any more`);
      return { ...loaded, source: text.replace(plant.from, plant.to) };
    },
  });
}
