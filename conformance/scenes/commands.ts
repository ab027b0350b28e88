// Invalid, late, foreign and repeated commands.
import { Guest, type Json, socketAsk, socketCode } from '../guest.ts';
import { type Asked, choose, type Kit, legalOf, type Scene, type Seated, seatedTable } from '../scene.ts';

interface Position extends Seated {
  readonly actor: Guest;
  readonly seat: number;
  readonly decision: number;
  /** One that is not asked, if there is any. */
  readonly other: Guest;
  readonly otherSeat: number;
  readonly isOtherAsked: boolean;
}

/** Maximum number of commands played until a seat has nothing to answer. */
const MOVES = 20;

async function position(kit: Kit, seated: Seated): Promise<Position> {
  const { guests } = seated;
  const decisions = await openDecisions(seated);
  const [open] = decisions;
  const actor = guests[open?.seat ?? -1];
  if (open === undefined || actor === undefined) throw new Error(`${kit.game.id} asks no seat`);
  const idle = idleSeat(seated, decisions);
  const otherSeat = idle ?? (open.seat + 1) % guests.length;
  const other = guests[otherSeat];
  if (other === undefined) throw new Error(`there is no seat ${otherSeat}`);
  const isOtherAsked = idle === undefined;
  return { ...seated, actor, seat: open.seat, decision: open.id, other, otherSeat, isOtherAsked };
}

async function openDecisions({ id, guests }: Seated): Promise<readonly Asked[]> {
  const { decisions = [] } = (await guests[0].must('GET', `/matches/${id}`)) as { decisions?: Asked[] };
  return decisions;
}

/** A seat that is not asked; `undefined` where all are asked at once. */
function idleSeat({ guests }: Seated, decisions: readonly Asked[]): number | undefined {
  const seat = guests.findIndex((_, one) => decisions.every((decision) => decision.seat !== one));
  return seat < 0 ? undefined : seat;
}

export const commands: Scene = {
  name: 'commands',
  rules: ['P-4.2', 'P-4.3', 'P-4.4', 'P-4.5', 'P-4.6', 'P-4.8', 'P-4.10'],
  async play(kit) {
    const seated = await seatedTable(kit);
    const { id, guests } = seated;
    const [type = ''] = kit.game.commands;
    await order(kit, guests[0], id, type);
    await guests[0].must('POST', `/tables/${id}/start`);
    await separated(kit, seated);
    const now = await position(kit, seated);
    await refusals(kit, now);
    await doubled(kit, now);
    await idle(kit, seated);
  },
};

/** Before the start. */
async function order(kit: Kit, ann: Guest, id: string, type: string): Promise<void> {
  const { verdicts } = kit;
  const wellFormed = sampleCommand(kit);
  const path = `/matches/${id}/commands`;
  const watcher = await Guest.known(ann.reach, 'Watcher');
  const expected: [Guest, Json, string][] = [
    [watcher, { type: 'no-such-command' }, 'unknown-command'],
    [watcher, { type, surely: 'not a field' }, 'bad-payload'],
    [ann, { type, surely: 'not a field' }, 'bad-payload'],
    // Without a decision: that is checked last.
    [watcher, { ...wellFormed }, 'not-a-player'],
    [ann, { ...wellFormed }, 'not-started'],
  ];
  for (const [guest, body, code] of expected) {
    verdicts.same('P-4.2', await guest.code('POST', path, body), code, JSON.stringify(body));
  }
  const socket = await watcher.socket(id, { spectate: true });
  verdicts.same('P-4.2', await socketCode(socket, 'no-such-command', {}), 'unknown-command', 'over a socket');
  verdicts.same('P-4.2', await socketCode(socket, type, { surely: 1 }), 'bad-payload', 'over a socket');
  verdicts.hold('P-4.4', socket.left === undefined, () => 'a refusal closed the socket');
  await socket.room.leave();
}

/** A well-formed command, taken from a game of the kit's own. */
function sampleCommand({ game, options }: Kit): { readonly type: string } {
  const { min } = game.seats;
  const parsed = game.parseOptions(options, min);
  if (!parsed.ok) throw new Error(`the options of ${game.id} are refused: ${parsed.code}`);
  const { state } = game.setup(parsed.value, min, '5'.repeat(32));
  const [open] = game.decisions(state);
  if (open === undefined) throw new Error(`${game.id} asks no seat`);
  return game.fallback(state, open.seat);
}

async function refusals(kit: Kit, now: Position): Promise<void> {
  const { verdicts } = kit;
  const { id, actor, seat, decision, other, otherSeat, isOtherAsked } = now;
  const path = `/matches/${id}/commands`;
  const truth = async () => {
    const { version, view, seatView, decisions } = await actor.must('GET', `/matches/${id}`);
    return { version, view, seatView, decisions };
  };
  const before = await truth();
  const command = choose(kit.luck, await legalOf(actor, id));
  if (command === undefined) throw new Error('nothing is legal');
  const watcher = await Guest.known(kit, 'Watcher');
  const { decision: _, ...unnamed } = command;
  const tries: [Guest, Json, 'P-4.2' | 'P-4.3', string][] = [
    [watcher, { ...command }, 'P-4.2', 'not-a-player'],
    [watcher, unnamed, 'P-4.2', 'not-a-player'],
    [other, { ...command }, 'P-4.3', 'not-your-turn'],
    [other, unnamed, 'P-4.3', isOtherAsked ? 'bad-payload' : 'not-your-turn'],
    [actor, unnamed, 'P-4.2', 'bad-payload'],
    [actor, { ...command, decision: 800 + otherSeat }, 'P-4.3', 'not-your-turn'],
  ];
  for (const [guest, body, rule, code] of tries) {
    verdicts.same(rule, await guest.code('POST', path, body), code, JSON.stringify(body));
  }
  const socket = await actor.socket(id);
  const { type, ...fields } = command;
  const foreign = { ...fields, decision: otherSeat };
  verdicts.same('P-4.3', await socketCode(socket, type, foreign), 'not-your-turn', 'over a socket');
  verdicts.same('P-4.4', await truth(), before, 'the truth after refusals');
  verdicts.hold('P-4.4', socket.left === undefined, () => 'a refusal closed the socket');
  await socket.room.leave();
  verdicts.same('P-4.8', await watcher.code('GET', `/matches/${id}/legal`), 'not-a-player', 'spectators');
  verdicts.hold(
    'P-4.8',
    (await legalOf(actor, id)).decision === decision,
    () => `seat ${seat}: not its decision`,
  );
}

/** Whether answers and what nobody asked for are kept apart, for every seat. */
async function separated({ verdicts }: Kit, { id, guests }: Seated): Promise<void> {
  for (const guest of guests) {
    const { decision, commands: answers, unasked } = await legalOf(guest, id);
    const named = answers.every((answer) => answer.decision === decision && decision !== null);
    verdicts.hold('P-4.10', named, () => `answers without their decision: ${JSON.stringify(answers)}`);
    const unnamed = unasked.every((command) => command.decision === undefined);
    verdicts.hold('P-4.10', unnamed, () => `not unasked: ${JSON.stringify(unasked)}`);
  }
}

/** Plays on until a seat has nothing to answer, which is at once unless all seats are asked. */
async function idle(kit: Kit, seated: Seated): Promise<void> {
  const { id, guests } = seated;
  for (let move = 0; move < MOVES; move++) {
    const decisions = await openDecisions(seated);
    const waiting = guests[idleSeat(seated, decisions) ?? -1];
    if (waiting !== undefined) {
      const { decision, commands: answers } = await legalOf(waiting, id);
      kit.verdicts.same('P-4.8', [decision, answers], [null, []], 'legal of a seat that is not asked');
      return;
    }
    const actor = guests[decisions[0]?.seat ?? -1];
    const command = actor === undefined ? undefined : choose(kit.luck, await legalOf(actor, id));
    await actor?.must('POST', `/matches/${id}/commands`, command);
  }
}

/** The same command over both transports, then its answered decision, then another command with the same id. */
async function doubled(kit: Kit, { id, actor, seat }: Position): Promise<void> {
  const { verdicts } = kit;
  const path = `/matches/${id}/commands`;
  const legal = await legalOf(actor, id);
  const command = choose(kit.luck, legal);
  if (command === undefined) throw new Error('nothing is legal');
  const { type, ...fields } = command;
  const sent = { ...command, commandId: 'kit-1' };
  const first = await actor.ask('POST', path, sent);
  const again = await actor.ask('POST', path, sent);
  const socket = await actor.socket(id);
  const third = await socketAsk(socket, type, { ...fields, commandId: 'kit-1' });
  verdicts.same(
    'P-4.5',
    [again.body, third],
    [first.body, first.body],
    'answers to one command, sent thrice',
  );
  const { version } = await actor.must('GET', `/matches/${id}`);
  verdicts.same('P-4.5', version, 1, 'the version after it');
  for (const late of [
    await actor.code('POST', path, command),
    await socketCode(socket, type, fields),
    await actor.code('POST', path, { ...command, decision: seat }),
  ]) {
    verdicts.same('P-4.3', late, 'stale-decision', 'an answered decision');
  }
  const different = { ...sent, decision: (command.decision ?? 0) + 8 };
  verdicts.same('P-4.6', await actor.code('POST', path, different), 'bad-payload', 'another command');
  const after = await actor.must('GET', `/matches/${id}`);
  verdicts.same('P-4.4', after['version'], 1, 'the version after refusals');
  await socket.room.leave();
}
