// Taking back: by oneself, with the leave of the others, and not at all.
import type { Guest, Json, LineStream } from '../guest.ts';
import { type Asked, choose, type Kit, legalOf, type Scene, startedTable } from '../scene.ts';

/** Moves that are tried: the first that may be taken back is enough. */
const TRIED = 12;

interface Moved {
  readonly id: string;
  readonly actor: Guest;
  readonly others: readonly Guest[];
  readonly streams: readonly LineStream[];
  /** The match as the actor saw it before the move. */
  readonly before: Json;
  /** What may be taken back, or why nothing. */
  readonly undoable: Json;
}

export const undo: Scene = {
  name: 'taking back',
  rules: ['P-10.1', 'P-10.2', 'P-10.3'],
  async play(kit) {
    await freely(kit);
    await byConsent(kit);
    await notAtAll(kit);
  },
};

/** Plays until `isEnough`; the last move, if there was one. */
async function movedUntil(
  kit: Kit,
  wish: object,
  isEnough: (moved: Moved) => Promise<boolean>,
): Promise<void> {
  const { id, guests } = await startedTable(kit, wish);
  const streams = guests.map((guest) => guest.stream(id));
  for (const stream of streams) await stream.begun();
  for (let move = 0; move < TRIED; move++) {
    const truth = await guests[0].must('GET', `/matches/${id}`);
    const [open] = truth['decisions'] as Asked[];
    const actor = guests[open?.seat ?? -1];
    if (actor === undefined) return;
    const before = await actor.must('GET', `/matches/${id}`);
    const command = choose(kit.luck, await legalOf(actor, id));
    if (command === undefined) return;
    await actor.must('POST', `/matches/${id}/commands`, command);
    const { body: undoable } = await actor.ask('GET', `/matches/${id}/undoable`);
    const others = guests.filter((guest) => guest !== actor);
    if (await isEnough({ id, actor, others, streams, before, undoable })) return;
  }
}

function seenIn({ view, seatView }: Json): unknown {
  return { view: { ...(view as Json), version: 0, decisions: [] }, seatView };
}

async function freely(kit: Kit): Promise<void> {
  const { verdicts } = kit;
  await movedUntil(kit, {}, async ({ id, actor, before, undoable, streams }) => {
    const path = `/matches/${id}/undo`;
    const { to, versions, code } = undoable;
    const { version } = await actor.must('GET', `/matches/${id}`);
    if (code !== undefined) {
      const last = { to: Number(version) - 1 };
      verdicts.same('P-10.1', await actor.code('POST', path, last), code, 'what cannot be taken back');
      const { version: after } = await actor.must('GET', `/matches/${id}`);
      verdicts.same('P-10.1', after, version, 'the version after a refusal');
      return false;
    }
    const undone = await actor.must('POST', path, { to });
    verdicts.same('P-10.1', undone, { version: Number(version) + 1 }, 'an undo');
    const after = await actor.must('GET', `/matches/${id}`);
    verdicts.same('P-10.1', seenIn(after), seenIn(before), 'the views after an undo');
    for (const stream of streams) {
      await stream.reach(Number(version) + 1);
      const told = stream.of('news').findLast((line) => line.version === Number(version) + 1);
      const event = { type: 'taken-back', seat: before['seat'], versions };
      verdicts.same('P-10.1', told?.['events'], [event], 'the news of an undo');
    }
    return true;
  });
}

async function byConsent(kit: Kit): Promise<void> {
  const { verdicts } = kit;
  await movedUntil(kit, { undo: 'consent' }, async ({ id, actor, others, before, undoable }) => {
    const path = `/matches/${id}`;
    const { to, code } = undoable;
    if (code !== undefined) {
      verdicts.same(
        'P-10.2',
        await actor.code('POST', `${path}/undo`, { to: 0 }),
        'undo-by-consent',
        'an undo',
      );
      return false;
    }
    const question = async () => {
      const { asked } = await actor.must('POST', `${path}/ask-undo`, { to });
      verdicts.same('P-10.2', (asked as unknown[]).length, others.length, 'the seats that are asked');
      const { table } = await actor.must('GET', path);
      return (table as Json)['undoQuestion'] as Json;
    };
    const answer = (guest: Guest, { id: number }: Json, agree: boolean) =>
      guest.code('POST', `${path}/answer-undo`, { question: number, agree });
    const [first, ...rest] = others;
    if (first === undefined) return true;
    const declined = await question();
    await answer(first, declined, false);
    verdicts.same('P-10.2', await answer(first, declined, true), 'stale-question', 'an answer to it later');
    const { version } = await actor.must('GET', path);
    const asked = await question();
    verdicts.same(
      'P-10.2',
      await actor.code('POST', `${path}/ask-undo`, { to }),
      'question-open',
      'a second one',
    );
    for (const other of rest) await answer(other, asked, true);
    const still = await actor.must('GET', path);
    verdicts.same('P-10.2', still['version'], version, 'the version before all agree');
    await answer(first, asked, true);
    const after = await actor.must('GET', path);
    verdicts.same('P-10.2', after['version'], Number(version) + 1, 'the version once all agree');
    verdicts.same('P-10.2', seenIn(after), seenIn(before), 'the views once all agree');
    return true;
  });
}

async function notAtAll(kit: Kit): Promise<void> {
  const { verdicts } = kit;
  await movedUntil(kit, { undo: 'off' }, async ({ id, actor, undoable }) => {
    verdicts.same('P-10.3', undoable['code'], 'undo-off', '`undoable`');
    for (const type of ['undo', 'ask-undo'])
      verdicts.same(
        'P-10.3',
        await actor.code('POST', `/matches/${id}/${type}`, { to: 0 }),
        'undo-off',
        type,
      );
    return true;
  });
}
