// What tests outside this folder need to know about this game.
import type { ForTests } from '../../../testing/registry.ts';
import { oracle } from './oracle.ts';
import { reading } from './reader.ts';

// Random play produces every event.
export const forTests: ForTests = { oracles: [oracle], rareEvents: [], reading };
