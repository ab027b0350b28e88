// Taking back with real processes, through kill -9 and hand-over: an undo that was acknowledged stays, and a question is
// over.
import { describe, expect, jest, test } from '@jest/globals';
import { until } from '../../rooms/testing/player.ts';
import type { TableFacts } from '../../shared/protocol/table.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { beginEmpty, describeWithPostgres } from '../testing/postgres.ts';
import { kill } from '../testing/process.ts';
import { Processes } from '../testing/processes.ts';
import { describeWithRedis } from '../testing/redis.ts';

jest.setTimeout(180_000);

type Seen = { version: number; view: object; table: TableFacts };

/** Ann, Bob and Cleo at a table of theirs. */
async function threeAt(port: number) {
  const join = (name: string) => HttpPlayer.guest(port, name);
  const people: Three = [await join('Ann'), await join('Bob'), await join('Cleo')];
  const [ann, ...others] = people;
  const wish = { game: 'borneo', seats: 3, clock: 'none', options: { firstSeat: 0 } };
  const { matchId: id } = (await ann.post('/tables', wish)).json()['table'] as { matchId: string };
  for (const who of others) expect((await who.post(`/tables/${id}/seat`)).status).toBe(200);
  expect((await ann.post(`/tables/${id}/start`)).status).toBe(204);
  return { people, id };
}

type Three = readonly [HttpPlayer, HttpPlayer, HttpPlayer];

/** What they do there, through any process. */
function doings(id: string) {
  const at = (what: string) => `/matches/${id}/${what}`;
  /** A process may not be sure of a match that was just handed over. */
  const seen = async (who: HttpPlayer): Promise<Seen> => {
    const answer = await who.get(`/matches/${id}`);
    return answer.status === 503 ? await seen(who) : (answer.json() as unknown as Seen);
  };
  const play = async (who: HttpPlayer) => {
    const { commands } = (await who.get(at('legal'))).json() as { commands: object[] };
    expect((await who.post(at('commands'), commands[0])).status).toBe(200);
  };
  /** As soon as both others are here. */
  const askUndo = async (asker: HttpPlayer, to: number) => {
    const asks = async () => (await asker.get(at('undoable'))).json()['asks'] as number[] | undefined;
    await until(async () => (await asks())?.length === 2, 'both');
    expect((await asker.post(at('ask-undo'), { to })).json()).toEqual({ asked: [1, 2] });
  };
  const agree = (who: HttpPlayer, question: number) => who.post(at('answer-undo'), { question, agree: true });
  return { at, seen, play, askUndo, agree };
}

describe('one process', () => {
  const here = new Processes({ RATE_LIMITS: 'off' });

  test('kill -9 in the middle of an undo, and of a question', async () => {
    await here.listen();
    const { people, id } = await threeAt(here.port);
    const [ann, bob, cleo] = people;
    const { at, seen, play, askUndo, agree } = doings(id);
    const restart = async () => {
      await kill(here.server);
      await here.listen();
    };

    const before = await seen(ann);
    await play(ann);
    // Its answer may never come: sent again with its id, it is taken back once.
    const undo = { to: 0, commandId: 'back' };
    ann.post(at('undo'), undo).catch(() => undefined);
    await restart();
    expect((await ann.post(at('undo'), undo)).json()).toEqual({ version: 2 });
    await restart();
    const after = await seen(ann);
    expect(after.version).toBe(2);
    expect({ ...after.view, version: 0, decisions: [] }).toEqual({
      ...before.view,
      version: 0,
      decisions: [],
    });

    await play(ann);
    await play(bob);
    const streams = [bob, cleo].map((who) => who.stream(id));
    await askUndo(ann, 2);
    expect((await agree(bob, 0)).status).toBe(204);
    expect((await seen(ann)).table.undoQuestion).toMatchObject({ id: 0, agreed: [1] });
    for (const stream of streams) stream.close();
    await restart();
    const late = await agree(cleo, 0);
    expect(late.json()['code']).toBe('stale-question');
    expect(await seen(ann)).toMatchObject({ version: 4, table: { undoQuestion: null } });
  });
});

describeWithPostgres('several processes', (postgres) => {
  describeWithRedis('and one Redis', (redis) => {
    const here = new Processes({ RATE_LIMITS: 'off', SHUTDOWN_SECONDS: '5', WEB_CLIENT: 'off' });
    beginEmpty(postgres);
    const start = (name: string) => here.join(name, [postgres(), redis()]);
    const taken = () =>
      postgres().ask(
        "SELECT version, command_json FROM quayside.journal WHERE command_json LIKE '%undo%' ORDER BY version",
      );

    test('a match handed over in the middle of a question, and of an undo', async () => {
      const [a, b] = [await start('a'), await start('b')];
      const { people, id } = await threeAt(a.port);
      const { at, seen, play, askUndo, agree } = doings(id);
      const through = (port: number): Three => {
        const [ann, bob, cleo] = people;
        const there = ({ token }: HttpPlayer) => new HttpPlayer(port, token);
        return [there(ann), there(bob), there(cleo)];
      };
      const [ann, bob, cleo] = people;
      await play(ann);
      await play(bob);
      const [annThere, bobThere, cleoThere] = through(b.port);
      let streams = [bobThere, cleoThere].map((who) => who.stream(id));
      await askUndo(annThere, 0);
      expect((await agree(bob, 0)).status).toBe(204);
      expect((await seen(cleo)).table.undoQuestion).toMatchObject({ id: 0, agreed: [1] });
      a.started.child.kill('SIGTERM');
      expect(await a.started.ended).toBe(0);

      expect(await seen(annThere)).toMatchObject({ version: 2, table: { undoQuestion: null } });
      expect((await agree(cleoThere, 0)).json()['code']).toBe('stale-question');
      expect(await taken()).toEqual([]);
      for (const stream of streams) stream.close();
      streams = [bobThere, cleoThere].map((who) => who.stream(id));
      await askUndo(annThere, 0);
      for (const who of [bobThere, cleoThere]) expect((await agree(who, 1)).status).toBe(204);
      expect((await seen(cleoThere)).version).toBe(3);

      await play(annThere);
      const c = await start('c');
      // Its answer may never come: sent again with its id, it is taken back once.
      const undo = { to: 3, commandId: 'back' };
      annThere.post(at('undo'), undo).catch(() => undefined);
      for (const stream of streams) stream.close();
      b.started.child.kill('SIGTERM');
      expect(await b.started.ended).toBe(0);
      const [annLast] = through(c.port);
      expect((await annLast.post(at('undo'), undo)).json()).toEqual({ version: 5 });
      expect((await seen(annLast)).version).toBe(5);
      expect(await taken()).toEqual([
        { version: 3, command_json: '{"type":"undo","to":0,"agreed":[0,1,2]}' },
        { version: 5, command_json: '{"type":"undo","to":3}' },
      ]);
    });
  });
});
