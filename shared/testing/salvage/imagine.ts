// A hidden half that one seat cannot distinguish from the real one: what the seat does not know is dealt anew.
import { shuffle } from '../../kernel/rng.ts';
import { conceal } from '../../kernel/secrecy.ts';
import type { Sight } from './play.ts';
import type { Secret } from './state.ts';

export function imagine({ components, all, own, seat, luck }: Sight): Secret {
  const known = new Set([...all.spent, ...own.hand, own.sent]);
  const stock = [...components.tugs.keys()].filter((tug) => !known.has(tug));
  shuffle(luck, stock);
  const seen = new Set([...all.inSight, ...all.players.flatMap(({ salvaged }) => salvaged)]);
  const wrecks = [...components.wrecks.keys()].filter((wreck) => !seen.has(wreck));
  shuffle(luck, wrecks);
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
