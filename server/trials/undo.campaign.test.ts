// Taking back with the real process, through kill -9: an undo that was acknowledged stays, and a question is over.
import { expect, jest, test } from '@jest/globals';
import { until } from '../../rooms/testing/player.ts';
import type { TableFacts } from '../../shared/protocol/table.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { kill } from '../testing/process.ts';
import { Processes } from '../testing/processes.ts';

jest.setTimeout(180_000);

const here = new Processes({ RATE_LIMITS: 'off' });

type Seen = { version: number; view: object; table: TableFacts };

test('kill -9 in the middle of an undo, and of a question', async () => {
  await here.listen();
  const names = ['Ann', 'Bob', 'Cleo'];
  const people = await Promise.all(names.map((name) => HttpPlayer.guest(here.port, name)));
  const [ann, bob, cleo] = people as [HttpPlayer, HttpPlayer, HttpPlayer];
  const wish = { game: 'borneo', seats: 3, clock: 'none', options: { firstSeat: 0 } };
  const { matchId: id } = (await ann.post('/tables', wish)).json()['table'] as { matchId: string };
  for (const who of [bob, cleo]) expect((await who.post(`/tables/${id}/seat`)).status).toBe(200);
  expect((await ann.post(`/tables/${id}/start`)).status).toBe(204);
  const at = (what: string) => `/matches/${id}/${what}`;
  const seen = async () => (await ann.get(`/matches/${id}`)).json() as unknown as Seen;
  const play = async (who: HttpPlayer) => {
    const { commands } = (await who.get(at('legal'))).json() as { commands: object[] };
    expect((await who.post(at('commands'), commands[0])).status).toBe(200);
  };
  const restart = async () => {
    await kill(here.server);
    await here.listen();
  };

  const before = await seen();
  await play(ann);
  // Its answer may never come: sent again with its id, it is taken back once.
  const undo = { to: 0, commandId: 'back' };
  ann.post(at('undo'), undo).catch(() => undefined);
  await restart();
  expect((await ann.post(at('undo'), undo)).json()).toEqual({ version: 2 });
  await restart();
  const after = await seen();
  expect(after.version).toBe(2);
  expect({ ...after.view, version: 0, decisions: [] }).toEqual({ ...before.view, version: 0, decisions: [] });

  await play(ann);
  await play(bob);
  const streams = [bob, cleo].map((who) => who.stream(id));
  await until(
    async () => ((await ann.get(at('undoable'))).json()['asks'] as number[] | undefined)?.length === 2,
    'both',
  );
  expect((await ann.post(at('ask-undo'), { to: 2 })).json()).toEqual({ asked: [1, 2] });
  expect((await bob.post(at('answer-undo'), { question: 0, agree: true })).status).toBe(204);
  expect((await seen()).table.undoQuestion).toMatchObject({ id: 0, agreed: [1] });
  for (const stream of streams) stream.close();
  await restart();
  const late = await cleo.post(at('answer-undo'), { question: 0, agree: true });
  expect(late.json()['code']).toBe('stale-question');
  expect(await seen()).toMatchObject({ version: 4, table: { undoQuestion: null } });
});
