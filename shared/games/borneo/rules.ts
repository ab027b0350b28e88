// Which phase answers for which command.

import { type KernelCode, type RuleId, reject } from '../../kernel/codes.ts';
import { closeDecision, countCommand, openDecisionOf } from '../../kernel/decisions.ts';
import type { Outcome } from '../../kernel/game.ts';
import type { Seat } from '../../kernel/seat.ts';
import { ANSWERS, type Command, type CommandOf, type CommandType, type Refusal } from './commands.ts';
import type { Company, Components } from './components.ts';
import { legalCompanyMoves, refuseTransfer, skipCompany, transferMerchant } from './phases/company.ts';
import { defaultPick, legalPicks, pickSpice, refusePick } from './phases/distribution.ts';
import {
  attack,
  chooseReward,
  defaultReward,
  defend,
  legalDefences,
  legalRetreats,
  legalRewards,
  refuseAttack,
  refuseDefence,
  refuseRetreat,
  refuseReward,
  retreat,
} from './phases/fight.ts';
import { completeMission, legalMissions, refuseMission, skipMission } from './phases/mission.ts';
import { defaultPlacement, legalPlacements, placeMerchant, refusePlacement } from './phases/placement.ts';
import { defaultShipment, legalShipments, playShipment, refuseShipment } from './phases/shipment.ts';
import { defaultDiscard, discardExcess, legalDiscards, refuseDiscard } from './phases/turn.ts';
import type { Play } from './play.ts';
import type { Borneo } from './shape.ts';
import { type Board, clone, type Kind } from './state.ts';

interface CommandRule<Type extends CommandType> {
  /** Why the command is forbidden, if it is. */
  refuse(components: Components, board: Board, seat: Seat, command: CommandOf<Type>): Refusal;
  /** Does what `refuse` has let pass: so companies are companies by now. */
  carryOut(play: Play, seat: Seat, command: CommandOf<Type>): void;
}

const COMMAND_RULES: { readonly [Type in CommandType]: CommandRule<Type> } = {
  'place-merchant': {
    refuse: refusePlacement,
    carryOut: (play, seat, { company }) => placeMerchant(play, seat, company as Company),
  },
  'complete-mission': { refuse: refuseMission, carryOut: completeMission },
  'skip-mission': { refuse: allow, carryOut: skipMission },
  'transfer-merchant': {
    refuse: refuseTransfer,
    carryOut: (play, seat, { merchant, to }) => transferMerchant(play, seat, merchant, to as Company),
  },
  attack: { refuse: refuseAttack, carryOut: attack },
  'skip-company': { refuse: allow, carryOut: skipCompany },
  defend: { refuse: refuseDefence, carryOut: (play, seat, { cards }) => defend(play, seat, cards) },
  'choose-retreat': {
    refuse: (components, board, _seat, command) => refuseRetreat(components, board, command),
    carryOut: (play, _seat, { to }) => retreat(play, to as Company | 'swap'),
  },
  'choose-reward': {
    refuse: (_components, board, _seat, command) => refuseReward(board, command),
    carryOut: (play, seat, { card }) => chooseReward(play, seat, card),
  },
  'play-shipment': {
    refuse: (_components, board, seat, command) => refuseShipment(board, seat, command),
    carryOut: (play, seat, { card, slot }) => playShipment(play, seat, card, slot),
  },
  'pick-spice': {
    refuse: (_components, board, _seat, command) => refusePick(board, command),
    carryOut: (play, _seat, { card }) => pickSpice(play, card),
  },
  'discard-excess': {
    refuse: refuseDiscard,
    carryOut: (play, seat, { cards }) => discardExcess(play, seat, cards),
  },
};

function allow(): Refusal {
  return undefined;
}

function commandRule<Type extends CommandType>(command: { readonly type: Type }): CommandRule<Type> {
  return COMMAND_RULES[command.type];
}

interface KindRule {
  legal(components: Components, board: Board, seat: Seat): Iterable<Command>;
  /** BOR-15.1: what is done for somebody whose time runs out. */
  fallback(components: Components, board: Board, seat: Seat): Command;
}

const MISSION_RULE: KindRule = { legal: legalMissions, fallback: () => ({ type: 'skip-mission' }) };

const KIND_RULES: Readonly<Record<Kind, KindRule>> = {
  placement: { legal: legalPlacements, fallback: defaultPlacement },
  mission: MISSION_RULE,
  company: { legal: legalCompanyMoves, fallback: () => ({ type: 'skip-company' }) },
  defence: { legal: legalDefences, fallback: () => ({ type: 'defend', cards: [] }) },
  retreat: { legal: legalRetreats, fallback: () => ({ type: 'choose-retreat', to: 'swap' }) },
  reward: { legal: (_components, board) => legalRewards(board), fallback: defaultReward },
  shipment: { legal: (_components, board, seat) => legalShipments(board, seat), fallback: defaultShipment },
  pick: { legal: (_components, board) => legalPicks(board), fallback: defaultPick },
  discard: { legal: legalDiscards, fallback: defaultDiscard },
  'final-mission': MISSION_RULE,
};

/** The rule behind the kernel's codes. */
export function ruleOf(code: KernelCode): RuleId {
  if (code === 'not-your-turn') return 'BOR-2.1';
  if (code === 'wrong-phase') return 'BOR-2.2';
  return null;
}

export function apply(components: Components, board: Board, seat: Seat, command: Command): Outcome<Borneo> {
  if (board.open.length === 0) return reject('game-over', ruleOf('game-over'));
  const decision = openDecisionOf(board, seat);
  if (decision === undefined) return reject('not-your-turn', ruleOf('not-your-turn'));
  if (!ANSWERS[decision.kind].includes(command.type)) return reject('wrong-phase', ruleOf('wrong-phase'));
  const rule = commandRule(command);
  const refusal = rule.refuse(components, board, seat, command);
  if (refusal !== undefined) return refusal;
  const play: Play = { components, draft: clone(board), news: [] };
  countCommand(play.draft);
  closeDecision(play.draft, seat);
  rule.carryOut(play, seat, command);
  return { ok: true, state: play.draft, news: play.news };
}

export function legal(components: Components, board: Board, seat: Seat): Iterable<Command> {
  const decision = openDecisionOf(board, seat);
  return decision === undefined ? [] : KIND_RULES[decision.kind].legal(components, board, seat);
}

export function fallback(components: Components, board: Board, seat: Seat): Command {
  const decision = openDecisionOf(board, seat);
  if (decision === undefined) throw new Error(`seat ${seat} is asked nothing`);
  return KIND_RULES[decision.kind].fallback(components, board, seat);
}
