// Previews of commands, and legal commands by type and fields.
import type { Foresight, Shape } from '../../shared/kernel/game.ts';
import { agrees } from '../../shared/kernel/wish.ts';
import { Guest, type Json, type LineStream, socketAsk } from '../guest.ts';
import { type Asked, choose, type Kit, type Legal, legalOf, type Scene, startedTable } from '../scene.ts';
import type { SocketPlayer } from '../socket-player.ts';

type Command = Legal['commands'][number];

interface Seat {
  readonly guest: Guest;
  readonly stream: LineStream;
  readonly socket: SocketPlayer;
}

/** Moves that are foreseen before they are played. */
const FORESEEN = 12;
const OTHER_SEED = 'e'.repeat(32);

export const foresight: Scene = {
  name: 'looking ahead',
  rules: ['P-4.9', 'P-9.1', 'P-9.2', 'P-9.3'],
  async play(kit) {
    const { id, guests } = await startedTable(kit);
    const seats: Seat[] = [];
    for (const guest of guests)
      seats.push({ guest, stream: guest.stream(id), socket: await guest.socket(id) });
    for (const { stream } of seats) await stream.begun();
    await refusals(kit, id, seats);
    for (let move = 0; move < FORESEEN; move++) {
      const truth = await guests[0].must('GET', `/matches/${id}`);
      const [open] = truth['decisions'] as Asked[];
      const actor = seats[open?.seat ?? -1];
      if (actor === undefined) break;
      const legal = await legalOf(actor.guest, id);
      const command = choose(kit.luck, legal);
      if (command === undefined) break;
      await wishes(kit, id, actor, legal, command);
      await foreseen(kit, id, actor, command);
    }
    for (const { socket } of seats) await socket.room.leave();
  },
};

async function foreseen(kit: Kit, id: string, { guest, stream, socket }: Seat, command: Command) {
  const { verdicts } = kit;
  const before = await guest.must('GET', `/matches/${id}`);
  const preview = await guest.must('POST', `/matches/${id}/preview`, command);
  const unchanged = await guest.must('GET', `/matches/${id}`);
  verdicts.same('P-9.1', seenIn(unchanged), seenIn(before), 'the match after a preview');
  verdicts.same('P-9.2', await socketAsk(socket, 'preview', command), preview, 'a preview over a socket');
  verdicts.same('P-9.3', preview, imagined(kit, before, command), `a preview of ${command.type}`);
  const { version } = await guest.must('POST', `/matches/${id}/commands`, command);
  await stream.reach(Number(version));
  const told = stream.of('news').findLast((line) => line.version === version);
  const events = (told?.['events'] ?? []) as Json[];
  const foretold = preview['events'] as Json[];
  const isWhole = preview['complete'] === true;
  const first = isWhole ? events : events.slice(0, foretold.length);
  verdicts.same('P-9.2', foretold, first, `events of ${command.type}`);
  verdicts.same('P-9.2', preview['version'], version, `the version of ${command.type}`);
  if (!isWhole) return;
  const views = { view: preview['view'], seatView: preview['seatView'] };
  verdicts.same('P-9.2', views, { view: told?.['view'], seatView: told?.['seatView'] }, 'the views then');
}

function seenIn({ version, view, seatView, decisions }: Json): unknown {
  return { version, view, seatView, decisions };
}

/** The preview that the rules compute from the views of this seat alone. */
function imagined({ game }: Kit, truth: Json, { type, decision: _, ...fields }: Command): unknown {
  const parsed = game.parseCommand(type, fields);
  if (!parsed.ok) return parsed;
  const view = truth['view'] as Shape['Public'];
  const own = truth['seatView'] as object;
  const found: Foresight<Shape> = game.preview(view, own, Number(truth['seat']), parsed.value, OTHER_SEED);
  if (!found.ok) return found;
  const { stop, all, events } = found;
  const { version } = all;
  const foreseen = { version, complete: stop === null, stop, events, view: all, seatView: found.own };
  return JSON.parse(JSON.stringify(foreseen));
}

/** The same refusals as of the command itself, in the same order. */
async function refusals(kit: Kit, id: string, seats: readonly Seat[]): Promise<void> {
  const truth = await seats[0]?.guest.must('GET', `/matches/${id}`);
  const [open] = (truth?.['decisions'] ?? []) as Asked[];
  const actor = seats[open?.seat ?? -1];
  const other = seats[((open?.seat ?? 0) + 1) % seats.length];
  const command = actor && choose(kit.luck, await legalOf(actor.guest, id));
  if (actor === undefined || other === undefined || command === undefined) return;
  const watcher = await Guest.known(kit, 'Watcher');
  const { decision: _, ...unnamed } = command;
  const tries: [Guest, Json][] = [
    [actor.guest, { type: 'no-such-command' }],
    [actor.guest, { ...command, surely: 'not a field' }],
    [actor.guest, unnamed],
    [watcher, { ...command }],
    [other.guest, { ...command }],
    [other.guest, unnamed],
  ];
  for (const [guest, body] of tries) {
    const [foreseen, real] = [
      await guest.ask('POST', `/matches/${id}/preview`, body),
      await guest.ask('POST', `/matches/${id}/commands`, body),
    ];
    kit.verdicts.same('P-9.1', foreseen, real, `refused ${JSON.stringify(body)}`);
  }
  const { type, ...fields } = unnamed;
  const asked = await socketAsk(actor.socket, 'preview', unnamed);
  const sent = await socketAsk(actor.socket, type, fields);
  kit.verdicts.same('P-9.1', asked, sent, 'refused over a socket');
}

/** Selecting legal commands by type and fields returns exactly those that match. */
async function wishes(kit: Kit, id: string, { guest, socket }: Seat, legal: Legal, command: Command) {
  const { verdicts } = kit;
  const { type, decision: _, ...fields } = command;
  const whole = { type, fields };
  for (const wish of [{ type }, whole]) {
    const query = new URLSearchParams({ type, ...('fields' in wish && { fields: JSON.stringify(fields) }) });
    const found = await guest.must('GET', `/matches/${id}/legal?${query}`);
    verdicts.same('P-4.9', await socketAsk(socket, 'legal', wish), found, 'a wish over a socket');
    const commands = found['commands'] as Command[];
    const isWished = (one: Command) => one.type === type && agrees(one, 'fields' in wish ? fields : {});
    verdicts.hold('P-4.9', commands.every(isWished), () => `other commands than ${JSON.stringify(wish)}`);
    const where = `commands that match ${JSON.stringify(wish)}`;
    if (legal.complete) verdicts.same('P-4.9', commands, legal.commands.filter(isWished), where);
    const told = found['complete'] === true || (found['next'] !== undefined && commands.length > 0);
    verdicts.hold('P-4.9', told, () => `${where}: does not say how to narrow them down`);
  }
  const told = legal.complete || (legal.types ?? []).length > 0;
  verdicts.hold('P-4.9', told, () => 'the list is not complete, but the types are missing');
}
