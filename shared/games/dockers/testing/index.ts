// What tests outside this folder need to know about this game.
import type { ForTests } from '../../../testing/registry.ts';
import { oracle } from './oracle.ts';
import { rareEvents } from './rare-events.ts';
import { reading } from './reader.ts';

export const forTests: ForTests = { oracles: [oracle], rareEvents, reading };
