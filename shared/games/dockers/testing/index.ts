// What the tests of everything else need to know of this game.
import type { ForTests } from '../../../testing/registry.ts';
import { oracle } from './oracle.ts';
import { rareEvents } from './rare-events.ts';

export const forTests: ForTests = { oracles: [oracle], rareEvents };
