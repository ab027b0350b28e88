// All kinds of attack. A burst of one returns how many inputs it sent.
import type { Chance } from '../chance.ts';
import type { Burst } from '../line.ts';
import { dear } from './dear.ts';
import { exhaustion } from './exhaustion.ts';
import { frames } from './frames.ts';
import { handshakes } from './handshakes.ts';
import { http } from './http.ts';
import { identities } from './identities.ts';
import { smuggling } from './smuggling.ts';

type Attack = (burst: Burst, chance: Chance) => Promise<number>;

export const KINDS: Readonly<Record<string, Attack>> = {
  frames,
  handshakes,
  http,
  smuggling,
  identities,
  exhaustion,
  dear,
};
