// Why a command can be refused: the game's own obstacles.
import { type KernelCode, type Rejection, reject } from '../../kernel/codes.ts';

export const CODES = [
  'movement-in-progress',
  'not-awaited',
  'already-placed',
  'no-ship-available',
  'not-a-start',
  'position-occupied',
  'unknown-material',
  'material-out-of-stock',
  'material-required',
  'colour-already-chosen',
  'colour-required',
  'unknown-colour',
  'unknown-ship',
  'ship-not-yours',
  'duplicate-ship',
  'ship-not-eligible',
  'channel-not-here',
  'channel-wrong-colour',
  'moves-incomplete',
  'card-not-in-hand',
  'wrong-card-kind',
  'same-ship',
  'ship-not-on-water',
  'ship-in-safe-harbour',
  'ship-empty',
  'illegal-path',
  'ships-on-water',
  'unknown-seat',
  'self-trade',
  'partner-done',
  'unknown-product',
  'too-many-offers',
  'too-many-wanted',
  'unknown-offer',
  'not-your-offer',
  'not-addressee',
  'not-done',
  'already-fulfilled',
  'mission-not-in-hand',
  'duplicate-card',
  'joker-mismatch',
  'missing-products',
] as const;
export type Code = (typeof CODES)[number];

export type Refusal = Rejection<Code | KernelCode>;
/** `undefined`: nothing stands in the way. */
export type Verdict = Refusal | undefined;

export function refuse(code: Code | KernelCode, rule: `ROT-${number}.${number}` | null): Refusal {
  return reject(code, rule);
}

/** Which rule stands behind a code of the kernel. */
export function ruleOf(code: KernelCode): string | null {
  switch (code) {
    case 'game-over':
      return 'ROT-9.2';
    case 'not-your-turn':
    case 'wrong-phase':
      return 'ROT-2.1';
    default:
      return null;
  }
}
