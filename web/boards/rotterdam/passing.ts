// A question that is asked only because a Navigation card might be played: what passing means then. Pure functions.
import type { LegalCommand } from '../../../client/index.ts';
import type { Pass } from '../board.ts';
import type { Rotterdam } from './atlas.ts';

/** `undefined` if there is more to do, or if the player kept the turn in order to play cards (ROT-2.5). */
export function passIn(
  kind: Rotterdam['Kind'],
  commands: readonly LegalCommand<Rotterdam>[],
): Pass<Rotterdam> | undefined {
  const command = commands.find(({ type }) => type === 'end-turn');
  if (command === undefined || kind === 'turn-end') return undefined;
  const others = commands.filter(({ type }) => type !== 'end-turn');
  const held = others.flatMap((other) => ('card' in other ? [other.card] : []));
  return held.length < others.length ? undefined : { command, held };
}
