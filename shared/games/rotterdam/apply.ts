// Judges one command in the order of the rules, then carries it out on a copy.
import { reject } from '../../kernel/codes.ts';
import { closeDecision, countCommand, openDecisionOf } from '../../kernel/decisions.ts';
import type { News } from '../../kernel/game.ts';
import type { Seat } from '../../kernel/seat.ts';
import { type Refusal, refuse, ruleOf, type Verdict } from './codes.ts';
import { ACCEPTED, type Command, type CommandOf, type CommandType } from './commands.ts';
import type { Components } from './components.ts';
import type { Event } from './events.ts';
import { playCard } from './phases/card-effects.ts';
import { judgeCard } from './phases/cards.ts';
import { fulfilMission, judgeFulfilment } from './phases/missions.ts';
import { judgePlaceShip, placeShip } from './phases/placement.ts';
import { judgeChooseColour, judgeMoveShips, moveAsTold } from './phases/sailing.ts';
import {
  closeOffer,
  exchange,
  judgeAcceptance,
  judgeDecline,
  judgeOffer,
  judgeResume,
  judgeReveal,
  judgeWithdrawal,
  openOffer,
  resumeTrading,
  showProducts,
  stopTrading,
} from './phases/trading.ts';
import {
  afterMainAction,
  askTrader,
  continueTrading,
  continueTurn,
  endTurn,
  sailOn,
} from './phases/turns.ts';
import type { Play } from './play.ts';
import { clone, type Position, type State } from './state.ts';
import { navigationCount } from './table.ts';

export type RotterdamOutcome =
  | {
      readonly ok: true;
      readonly state: State;
      readonly news: readonly News<Event>[];
      readonly command?: Command;
    }
  | Refusal;

export function apply(c: Components, state: Position, seat: Seat, command: Command): RotterdamOutcome {
  const problem = judgeTiming(state, seat, command.type) ?? judge(c, state, seat, command);
  if (problem !== undefined) return problem;
  const play: Play = { c, draft: clone(state), news: [] };
  countCommand(play.draft);
  closeDecision(play.draft, seat);
  const counts = keepsTurn(state, seat, command);
  perform(play, seat, counts ? command : plain(command));
  const outcome = { ok: true, state: play.draft, news: play.news } as const;
  return counts ? outcome : { ...outcome, command: plain(command) };
}

/** `false` only where the turn is asked for and there will be no card left to play in it. ROT-2.5 */
function keepsTurn(state: Position, seat: Seat, command: Command): boolean {
  if (!('keepTurn' in command) || !command.keepTurn) return true;
  const spent = command.type === 'fulfil-mission' ? command.jokers.length : 0;
  return navigationCount(state, seat) > spent;
}

export function plain(command: Command): Command {
  return 'keepTurn' in command ? { ...command, keepTurn: false } : command;
}

/** The checks that come before the command's own. */
function judgeTiming(state: Position, seat: Seat, type: CommandType): Verdict {
  if (state.ending !== null) return kernelRefusal('game-over');
  const decision = openDecisionOf(state, seat);
  const unasked = type === 'resume-trading' && state.players[seat] !== undefined;
  if (decision === undefined && !unasked) return kernelRefusal('not-your-turn');
  const accepted: ReadonlySet<CommandType> = ACCEPTED[state.phase];
  if (!accepted.has(type)) return kernelRefusal('wrong-phase');
  if (decision?.kind === 'moves' && type !== 'move-ships') return refuse('movement-in-progress', 'ROT-2.2');
  return undefined;
}

function kernelRefusal(code: 'game-over' | 'not-your-turn' | 'wrong-phase'): Refusal {
  return reject(code, ruleOf(code));
}

function judge(c: Components, state: Position, seat: Seat, command: Command): Verdict {
  switch (command.type) {
    case 'place-ship':
      return judgePlaceShip(c, state, seat, command);
    case 'choose-colour':
      return judgeChooseColour(c, state, command);
    case 'move-ships':
      return judgeMoveShips(c, state, seat, command);
    case 'end-turn':
      return judgeEndTurn(state);
    case 'fulfil-mission':
      return judgeFulfilment(c, state, seat, command);
    case 'offer-trade':
      return judgeOffer(c, state, seat, command);
    case 'withdraw-offer':
      return judgeWithdrawal(state, seat, command);
    case 'accept-offer':
      return judgeAcceptance(state, seat, command);
    case 'decline-offer':
      return judgeDecline(state, seat, command);
    case 'reveal-products':
      return judgeReveal(c, state, seat, command);
    case 'stop-trading':
      return undefined;
    case 'resume-trading':
      return judgeResume(state, seat);
    default:
      return judgeCard(c, state, seat, command);
  }
}

function judgeEndTurn({ phase, step }: Position): Verdict {
  return phase === 'sailing' && step === 'main' ? refuse('colour-required', 'ROT-2.6') : undefined;
}

function perform(play: Play, seat: Seat, command: Command): void {
  switch (command.type) {
    case 'place-ship':
      placeShip(play, seat, command, 'placement');
      afterMainAction(play, command.keepTurn);
      break;
    case 'choose-colour':
      chooseColour(play, seat, command);
      break;
    case 'move-ships':
      moveAsTold(play, seat, command);
      sailOn(play, seat);
      break;
    case 'fulfil-mission':
      fulfilMission(play, seat, command);
      afterMainAction(play, command.keepTurn);
      break;
    case 'end-turn':
      endTurn(play, mayDecline(play.draft) ? 'declined' : 'done');
      break;
    case 'resume-trading':
      resumeTrading(play, seat);
      askTrader(play, seat);
      break;
    case 'offer-trade':
    case 'withdraw-offer':
    case 'accept-offer':
    case 'decline-offer':
    case 'reveal-products':
    case 'stop-trading':
      trade(play, seat, command);
      continueTrading(play, seat);
      break;
    default:
      playCard(play, seat, command);
      // In its own turn, or in the phase that is everybody's. ROT-2.3
      if (play.draft.phase === 'trading') continueTrading(play, seat);
      else continueTurn(play, 'again');
  }
}

function mayDecline({ phase, step }: State): boolean {
  return step === 'main' && (phase === 'placement' || phase === 'missions');
}

function chooseColour(play: Play, seat: Seat, command: CommandOf<'choose-colour'>): void {
  const { draft, news } = play;
  const { colour, keepTurn } = command;
  news.push({ all: { type: 'colour-chosen', seat, colour } });
  draft.step = 'resolving';
  draft.movement = { colour, keepTurn, moved: 0, blocked: 0 };
  sailOn(play, null);
}

type TradeCommand = CommandOf<
  'offer-trade' | 'withdraw-offer' | 'accept-offer' | 'decline-offer' | 'reveal-products' | 'stop-trading'
>;

function trade(play: Play, seat: Seat, command: TradeCommand): void {
  switch (command.type) {
    case 'offer-trade':
      openOffer(play, seat, command);
      break;
    case 'withdraw-offer':
      closeOffer(play, command.offer, 'withdrawn');
      break;
    case 'accept-offer':
      exchange(play, seat, command.offer);
      break;
    case 'decline-offer':
      closeOffer(play, command.offer, 'declined');
      break;
    case 'reveal-products':
      showProducts(play, seat, command);
      break;
    case 'stop-trading':
      stopTrading(play, seat);
  }
}
