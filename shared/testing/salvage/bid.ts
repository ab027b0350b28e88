// SAL-2, SAL-3: every player sends a tug, face down; when all have been sent, they are revealed.
import { z } from 'zod';
import { reject } from '../../kernel/codes.ts';
import { ask } from '../../kernel/decisions.ts';
import { pieceId } from '../../kernel/fields.ts';
import { takeOut } from '../../kernel/pieces.ts';
import { type PlayOf, tell, tellApart } from '../../kernel/play.ts';
import { winnersOf } from '../../kernel/ranking.ts';
import { reveal } from '../../kernel/reveal.ts';
import { conceal } from '../../kernel/secrecy.ts';
import { strengthOf } from './components.ts';
import { rankingOf, scoreOf } from './score.ts';
import { commandRule, handOf, playerAt, question, sentBy, type Types } from './state.ts';

/** All seats answer at once, on one clock. */
export const bid = question({
  weight: 'main',
  allotted: true,
  shared: true,
  /** SAL-2.4: the weakest tug; among equals, the one drawn first. */
  fallback({ components, state }, seat) {
    const strength = (tug: string) => strengthOf(components, tug);
    const [tug = ''] = handOf(state, seat).toSorted((a, b) => strength(a) - strength(b));
    return { type: 'send-tug', tug };
  },
});

export const sendTug = commandRule({
  type: 'send-tug',
  payload: z.strictObject({ tug: pieceId('tugs') }),
  answers: ['bid'],

  *legal({ state }, seat) {
    for (const tug of handOf(state, seat)) yield { type: 'send-tug', tug };
  },

  /** SAL-2.2. The refusal does not reveal whether another seat holds it or there is no such tug at all. */
  refuse({ state }, seat, { tug }) {
    if (!handOf(state, seat).includes(tug)) return reject('tug-not-in-hand', 'SAL-2.2');
    return undefined;
  },

  carryOut(play, seat, { tug }) {
    const { draft } = play;
    takeOut(handOf(draft, seat), [tug]);
    draft.hidden.sent[seat] = conceal(tug);
    playerAt(draft, seat).hasSent = true;
    const all = { type: 'tug-sent', seat } as const;
    tellApart(play, all, seat, { ...all, tug });
    if (draft.open.length === 0) turnUp(play); // SAL-3.1
  },
});

/** SAL-2.1 */
export function startRound(play: PlayOf<Types>): void {
  const { shown, hidden } = play.draft;
  const wreck = reveal(hidden.wrecks).pop();
  if (wreck === undefined) throw new Error('there is no wreck left');
  shown.round += 1;
  shown.inSight.push(wreck);
  tell(play, { type: 'wreck-sighted', round: shown.round, wreck });
  for (const { seat } of shown.players) ask(play.draft, seat, 'bid', `round-${shown.round}`);
}

function turnUp(play: PlayOf<Types>): void {
  const { draft, state, components } = play;
  const { shown, hidden } = draft;
  const tugs = shown.players.map(({ seat }) => ({ seat, tug: sentBy(state, seat) ?? '' }));
  tell(play, { type: 'tugs-revealed', tugs });
  shown.spent.push(...tugs.map(({ tug }) => tug));
  hidden.sent = tugs.map(() => conceal(null));
  for (const player of shown.players) player.hasSent = false;
  const strength = ({ tug }: { tug: string }) => strengthOf(components, tug);
  const most = Math.max(...tugs.map(strength));
  const seats = tugs.filter((one) => strength(one) === most).map(({ seat }) => seat);
  const [winner] = seats;
  if (winner === undefined || seats.length > 1) {
    tell(play, { type: 'wrecks-contested', seats }); // SAL-3.3
  } else {
    tell(play, { type: 'wrecks-salvaged', seat: winner, wrecks: [...shown.inSight] }); // SAL-3.2
    playerAt(draft, winner).salvaged.push(...shown.inSight);
    shown.inSight = [];
  }
  if (shown.round < shown.options.rounds) {
    draw(play);
    startRound(play);
  } else {
    endGame(play);
  }
}

/** SAL-3.4: all or none, so that the seating order does not matter. */
function draw(play: PlayOf<Types>): void {
  const { shown, hidden } = play.draft;
  const stock = reveal(hidden.stock);
  if (stock.length < shown.players.length) return;
  for (const { seat } of shown.players) {
    const [tug = ''] = stock.splice(-1);
    handOf(play.draft, seat).push(tug);
    const all = { type: 'tug-drawn', seat } as const;
    tellApart(play, all, seat, { ...all, tug });
  }
}

/** SAL-4.1 */
function endGame(play: PlayOf<Types>): void {
  const scores = play.state.shown.players.map(({ seat }) => scoreOf(play, seat));
  tell(play, {
    type: 'game-ended',
    scores: scores.map(({ seat, total }) => ({ seat, total })),
    winners: winnersOf(rankingOf(scores)),
  });
}
