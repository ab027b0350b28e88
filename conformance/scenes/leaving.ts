// Ways out of a match: by agreement, before the start, and by giving up a seat.
import { createHash } from 'node:crypto';
import { sayFinding } from '../../shared/protocol/findings.ts';
import { verifyRecord } from '../../shared/protocol/verify.ts';
import { Guest, type Json } from '../guest.ts';
import {
  choose,
  type Kit,
  legalOf,
  matchOf,
  openTable,
  type Scene,
  type Seated,
  seatedTable,
  seatsOf,
  startedTable,
} from '../scene.ts';
import { until } from '../socket-player.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

interface SeatSeen {
  readonly occupant: string;
  readonly name: string | null;
  readonly strength: string | null;
  readonly abandon: boolean;
}

export const leaving: Scene = {
  name: 'ways out of a match',
  rules: ['P-2.7', 'P-2.8', 'P-8.1', 'P-8.2', 'P-8.3', 'P-8.4', 'P-8.5', 'P-8.6'],
  async play(kit) {
    await together(kit);
    await alone(kit);
    await beforeTheStart(kit);
    await seatForABot(kit);
    await seatForAPerson(kit);
  },
};

async function tableSeenBy(guest: Guest, id: string): Promise<Json> {
  return (await guest.must('GET', `/tables/${id}`))['table'] as Json;
}

async function seatsSeenBy(guest: Guest, id: string): Promise<readonly SeatSeen[]> {
  return (await tableSeenBy(guest, id))['seats'] as SeatSeen[];
}

async function together(kit: Kit): Promise<void> {
  const { verdicts } = kit;
  const seated = await startedTable(kit);
  const { id, guests } = seated;
  const [ann, bob] = guests;
  const ask = (guest: Guest, agree: boolean) => guest.must('POST', `/tables/${id}/abandon`, { agree });
  const wish = async (seat: number) => (await seatsSeenBy(bob, id))[seat]?.abandon;
  verdicts.same('P-8.1', await ask(ann, true), { abandoned: false }, 'one of several agrees');
  verdicts.same('P-8.1', await wish(0), true, 'the consent shown at the seat');
  await ask(ann, false);
  verdicts.same('P-8.1', await wish(0), false, 'consent that was withdrawn');
  const mover = await playOneAfterWishing(kit, seated);
  verdicts.same('P-8.1', await wish(mover), false, 'the consent of a player who plays on');
  let answer: Json = {};
  for (const guest of guests) answer = await ask(guest, true);
  verdicts.same('P-8.1', answer, { abandoned: true }, 'all agree');
  await over(kit, seated);
}

async function playOneAfterWishing(kit: Kit, { id, guests }: Seated): Promise<number> {
  for (const [seat, guest] of guests.entries()) {
    const command = choose(kit.luck, await legalOf(guest, id));
    if (command === undefined) continue;
    await guest.must('POST', `/tables/${id}/abandon`, { agree: true });
    await guest.must('POST', `/matches/${id}/commands`, command);
    return seat;
  }
  throw new Error('no seat can move');
}

async function over(kit: Kit, { id, guests }: Seated): Promise<void> {
  const { verdicts } = kit;
  const [ann] = guests;
  const { status, abandoned, result } = await tableSeenBy(ann, id);
  const { why, seats } = (abandoned ?? {}) as Json;
  verdicts.same(
    'P-8.2',
    { status, why, seats, result },
    { status: 'abandoned', why: 'agreement', seats: guests.map((_, seat) => seat), result: null },
    'the table afterwards',
  );
  const type = kit.game.commands.find((name) => name.length > 0) ?? '';
  const record = (await ann.ask('GET', `/matches/${id}/record`)).body;
  const played = (record['entries'] as { command: Json }[] | undefined)?.[0]?.command ?? { type };
  const code = await ann.code('POST', `/matches/${id}/commands`, { ...played, decision: 1 });
  verdicts.same('P-8.2', code, 'match-abandoned', 'a command afterwards');
  const { checks } = verifyRecord(record, { families: [kit.family], hash: sha256 });
  const failed = checks.filter(({ ok }) => !ok).map((check) => sayFinding(check, 'en'));
  verdicts.same('P-8.2', failed, [], 'what is wrong with the record');
  await uncounted(kit, ann, id);
}

async function uncounted({ verdicts }: Kit, guest: Guest, id: string): Promise<void> {
  const matches = (await guest.must('GET', '/me/matches'))['matches'] as { matchId: string }[];
  const { seats } = (await guest.must('GET', '/me/seats')) as { seats: { matchId: string }[] };
  const listed = [...matches, ...seats].filter(({ matchId }) => matchId === id);
  verdicts.same('P-8.6', listed, [], 'a given-up match among the unfinished ones');
}

async function alone(kit: Kit): Promise<void> {
  const ann = await Guest.known(kit, 'Ann');
  const bots = seatsOf(kit) - 1;
  const id = matchOf(await openTable(kit, ann, { bots, strengths: ['apprentice'] }));
  await strengthsShown(kit, ann, id);
  const names = (await seatsSeenBy(ann, id)).map(({ name }) => name);
  const isNamed = names.every((name) => typeof name === 'string' && name !== '');
  kit.verdicts.hold(
    'P-2.7',
    isNamed && new Set(names).size === names.length,
    () => `names: ${JSON.stringify(names)}`,
  );
  await ann.must('POST', `/tables/${id}/start`);
  const answer = await ann.must('POST', `/tables/${id}/abandon`, {});
  kit.verdicts.same('P-8.1', answer, { abandoned: true }, 'a player alone with bots gives up');
  await uncounted(kit, ann, id);
}

/** The first bot is an apprentice by the table's options. */
async function strengthsShown({ verdicts }: Kit, ann: Guest, id: string): Promise<void> {
  const shown = async () => (await seatsSeenBy(ann, id)).map(({ strength }) => strength);
  const [own, first, ...others] = await shown();
  verdicts.same(
    'P-2.8',
    [own, first],
    [null, 'apprentice'],
    'a player and a bot by the options of the table',
  );
  verdicts.same(
    'P-2.8',
    others.filter((one) => one !== 'mate'),
    [],
    'bots by default',
  );
  await ann.must('PUT', `/tables/${id}/seats/1`, { occupant: 'bot', strength: 'captain' });
  verdicts.same('P-2.8', (await shown())[1], 'captain', 'a bot whose strength was changed');
}

async function beforeTheStart(kit: Kit): Promise<void> {
  const { verdicts } = kit;
  const { id, guests } = await seatedTable(kit);
  const [ann, bob] = guests;
  const stream = bob.stream(id);
  const socket = await ann.socket(id);
  await stream.begun();
  verdicts.same('P-8.3', await bob.code('DELETE', `/tables/${id}`), 'not-host', 'a guest closes the table');
  await ann.must('DELETE', `/tables/${id}`);
  await until(() => stream.lines.at(-1)?.type === 'closing' && socket.left !== undefined, 'the end');
  verdicts.same('P-8.3', stream.lines.at(-1)?.['reason'], 'closed', 'the last line');
  const { status, abandoned } = await tableSeenBy(bob, id);
  verdicts.same(
    'P-8.3',
    [status, (abandoned as Json | null)?.['why']],
    ['abandoned', 'closed'],
    'the table that was closed',
  );
  const late = await Guest.known(kit, 'Late');
  verdicts.same(
    'P-8.3',
    await late.code('POST', `/tables/${id}/seat`, {}),
    'match-abandoned',
    'a seat at a table that was closed',
  );
}

async function seatForABot(kit: Kit): Promise<void> {
  const { verdicts } = kit;
  const { id, guests } = await startedTable(kit);
  const [ann, bob] = guests;
  verdicts.same('P-8.3', await ann.code('DELETE', `/tables/${id}`), 'already-started', 'closing a match');
  await ann.must('POST', `/tables/${id}/give-up-seat`);
  const [seat] = await seatsSeenBy(bob, id);
  verdicts.same('P-8.4', seat?.occupant, 'bot', 'the holder of a seat that was given up');
  await noClaim(kit, ann, id);
}

/** A player who gave up a seat is a spectator. */
async function noClaim(kit: Kit, former: Guest, id: string): Promise<void> {
  const { verdicts } = kit;
  const { seat, seatView, invitation } = await former.must('GET', `/matches/${id}`);
  verdicts.same(
    'P-8.4',
    { seat, seatView, invitation },
    { seat: null, seatView: null, invitation: null },
    'what the former player sees',
  );
  verdicts.same('P-8.4', await former.code('GET', `/matches/${id}/legal`), 'not-a-player', 'legal');
  const back = await former.socket(id);
  verdicts.same('P-8.4', [back.seat, back.own], [null, undefined], 'the former player’s seat by socket');
  await back.room.leave();
  await uncounted(kit, former, id);
}

async function seatForAPerson(kit: Kit): Promise<void> {
  const { verdicts } = kit;
  const { id, guests } = await startedTable(kit, { vacancy: 'person' });
  const [ann, ...others] = guests;
  const [bob] = others;
  const late = await Guest.known(kit, 'Late');
  const path = `/tables/${id}/seat`;
  const { seatView: hand } = await ann.must('GET', `/matches/${id}`);
  await ann.must('POST', `/tables/${id}/give-up-seat`);
  verdicts.same('P-8.4', (await seatsSeenBy(bob, id))[0]?.occupant, 'open', 'a seat that waits for a person');
  const { invitation } = await bob.must('GET', `/tables/${id}`);
  verdicts.same('P-8.5', await late.code('POST', path, {}), 'invitation-required', 'an uninvited person');
  verdicts.same(
    'P-8.5',
    await ann.code('POST', path, { invitation }),
    'seat-given-up',
    'a player who gave up a seat',
  );
  // Of one remaining player no consent is needed.
  for (const [agreed, other] of others.length > 1 ? others.entries() : []) {
    const code = await late.code('POST', path, { invitation });
    verdicts.same('P-8.5', code, 'consent-needed', `an invited person to whom ${agreed} players agree`);
    await other.must('POST', `/tables/${id}/accept-newcomer`, { name: 'Late' });
  }
  const taken = await late.ask('POST', path, { invitation });
  verdicts.same('P-8.5', taken.body, { seat: 0 }, 'an invited person');
  const { seat, seatView } = await late.must('GET', `/matches/${id}`);
  verdicts.same('P-8.5', { seat, seatView }, { seat: 0, seatView: hand }, 'what the new player sees');
  await noClaim(kit, ann, id);
}
