// A hidden half that one seat cannot distinguish from the real one: the facts it knows, the rest random.

import type { SightOf } from '../../kernel/play.ts';
import { shuffled } from '../../kernel/rng.ts';
import { conceal } from '../../kernel/secrecy.ts';
import type { Secret, Types } from './state.ts';

export function imagine({ components, all, own, seat, luck }: SightOf<Types>): Secret {
  const known = new Set([...all.spent, ...own.hand, own.sent]);
  const tugs = [...components.tugs.keys()];
  const stock = shuffled(
    luck,
    tugs.filter((tug) => !known.has(tug)),
  );
  const seen = new Set([...all.inSight, ...all.players.flatMap(({ salvaged }) => salvaged)]);
  const wrecks = shuffled(
    luck,
    [...components.wrecks.keys()].filter((wreck) => !seen.has(wreck)),
  );
  const hands = all.players.map((player) =>
    player.seat === seat ? [...own.hand] : stock.splice(0, player.handCount),
  );
  const sent = all.players.map((player) => {
    if (player.seat === seat) return own.sent;
    return player.hasSent ? (stock.shift() ?? null) : null;
  });
  return {
    wrecks: conceal(wrecks),
    stock: conceal(stock),
    hands: hands.map((hand) => conceal(hand)),
    sent: sent.map((tug) => conceal(tug)),
  };
}
