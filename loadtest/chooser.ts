// How a bot of the load test chooses its move: from the wire only.
import type { Game } from '../shared/kernel/game.ts';
import { below, pick, type Rng } from '../shared/kernel/rng.ts';
import type { BotKind } from './plan.ts';
import type { Player } from './player.ts';
import { publicViewOf, seatViewOf } from './wire-view.ts';

export interface Command {
  readonly type: string;
}

/** Ready to be sent: each with the decision it answers. */
interface LegalAnswer {
  readonly commands: readonly (Command & { readonly decision?: number })[];
  /** What answers none. */
  readonly unasked: readonly Command[];
}

export async function chooseCommand(
  kind: BotKind,
  game: Game,
  player: Player,
  luck: Rng,
): Promise<Command | undefined> {
  if (kind === 'greedy') return greedy(game, player, luck);
  const { commands, unasked } = (await player.request('legal')) as LegalAnswer;
  const bare = commands.map(({ decision: _named, ...command }) => command);
  return randomOf(game, [...bare, ...unasked], luck);
}

/** First a kind, then one of that kind, so that rare kinds are played too; unasked commands rarely. */
export function randomOf(game: Game, commands: readonly Command[], luck: Rng): Command | undefined {
  const byType = new Map<string, Command[]>();
  for (const command of commands) {
    if (game.unasked.includes(command.type) && below(luck, 50) > 0) continue;
    const known = byType.get(command.type);
    if (known === undefined) byType.set(command.type, [command]);
    else known.push(command);
  }
  const types = [...byType.values()];
  return types.length === 0 ? undefined : pick(luck, pick(luck, types));
}

function greedy(game: Game, player: Player, luck: Rng): Command {
  const { seat } = player;
  if (seat === null) throw new Error('spectators do not play');
  const state = player.state();
  return game.greedy(publicViewOf(game, state), seatViewOf(game, state, seat), seat, luck);
}
