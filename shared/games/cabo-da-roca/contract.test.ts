import { canonicalJson } from '../../kernel/canonical.ts';
import { describeGameContract } from '../../testing/game-contract.ts';
import type { Command } from './commands.ts';
import golden from './golden.json' with { type: 'json' };
import { caboDaRoca } from './index.ts';
import type { State } from './state.ts';
import { game } from './testing/scenario.ts';
import { secrets } from './testing/secrets.ts';

/** Normalises what the list of legal commands omits: flags and rotations that make no difference here. */
function normalise(command: Command, state: State): Command {
  let plain = command;
  for (const change of [
    { bonus: undefined },
    { through: undefined },
    { acceptSinking: undefined },
    { rotation: 0 },
  ]) {
    const [[field, value]] = Object.entries(change) as [[string, unknown]];
    if (!Object.hasOwn(plain, field)) continue;
    const { [field]: _, ...rest } = plain as Command & Record<string, unknown>;
    const candidate = (value === undefined ? rest : { ...rest, [field]: value }) as Command;
    if (outcomeOf(state, candidate) === outcomeOf(state, plain)) plain = candidate;
  }
  return plain;
}

function outcomeOf(state: State, command: Command): string {
  const [decision] = game.decisions(state);
  return canonicalJson(game.apply(state, decision?.seat ?? 0, command));
}

describeGameContract({
  family: caboDaRoca,
  golden,
  fixed: ['shown.options', 'shown.board.*', 'shown.seats.*.reserve', 'shown.berth'],
  impossible: (seats) => [{ firstSeat: seats }],
  options: (seats) => [{}, { hiddenCargo: true, firstSeat: seats - 1 }],
  ...secrets,
  normalise,
});
