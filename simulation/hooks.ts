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
export function simulate(plant: Plant = []): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === 'colyseus' && context.parentURL !== STAGE) return { url: STAGE, shortCircuit: true };
      const found = next(specifier, context);
      return found.url === CLOCKWORK ? { ...found, url: OWN_CLOCKWORK } : found;
    },
    load: (url, context, next) => {
      const loaded = next(url, context);
      const changes = plant.filter(({ file }) => url.endsWith(file));
      if (changes.length === 0) return loaded;
      const source = changes.reduce((text, { file, from, to }) => {
        if (!text.includes(from)) throw new Error(`${file} has no «${from}» any more`);
        return text.replace(from, () => to);
      }, String(loaded.source));
      return { ...loaded, source };
    },
  });
}
