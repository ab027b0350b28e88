// Every command of a game, composed on its board and sent: by pointer in a wide window, and by keys in a narrow
// one.
import { expect, jest, test } from '@jest/globals';
import { type GameId, quayside } from '../../client/index.ts';
import { gameOf } from '../../rooms/testing/games.ts';
import { BoardPlayer, type Means } from './board-player.ts';
import { faultsOf } from './check.ts';
import { layScene } from './scenes.ts';
import { sentBy } from './sent.ts';
import { openSite } from './site.ts';
import type { Habits } from './visitor.ts';

const WAYS = {
  pointer: { language: 'fr', theme: 'light', width: 1280, height: 800 },
  keyboard: { language: 'en', theme: 'dark', width: 360, height: 740 },
} as const satisfies Record<Means, Habits>;

interface EveryCommand {
  readonly game: GameId;
  /** Commands outside the drawing, such as resigning. */
  readonly offBoard?: readonly string[];
  /** Expected errors. */
  readonly excused?: RegExp;
}

/** Registers the tests of one game: one for each command, and one that all commands were sent. */
export function testEveryCommand({ game: id, offBoard = [], excused }: EveryCommand) {
  jest.setTimeout(300_000);
  const site = openSite();
  const { commands } = gameOf(id);
  const sent = new Map<Means, string[]>([
    ['pointer', []],
    ['keyboard', []],
  ]);

  const each = [...sent.keys()].flatMap((means) => commands.map((type) => [type, means] as const));
  test.each(each)('%s, by %s', async (type, means) => {
    const here = site();
    if (here === undefined) return;
    const { running, url } = here;
    const { token, id: match, seat, version } = await layScene(running, { game: id, type });
    const { language, ...size } = WAYS[means];
    const { book } = await quayside({ url, token }).sentences(id, language);
    const remembered = { token, guides: false };
    const { page } = await here.visit(`/table/${match}`, { ...size, language, remembered });
    const player = new BoardPlayer(page, language, means, book.commands);
    if (offBoard.includes(type)) await player.composeInMenu(type);
    else {
      await player.isAsked();
      expect(await player.compose(type)).toBe(true);
    }
    // Every second one; together both ways see all kinds of decisions.
    if ((commands.indexOf(type) % 2 === 0) === (means === 'pointer')) {
      const faults = await faultsOf(page, `${type} in ${language}`);
      expect(faults.filter((fault) => excused?.test(fault) !== true)).toEqual([]);
    }
    expect(await player.confirm()).toBe(true);
    const types = await sentBy(running, match, seat, version);
    expect(types).toEqual([type]);
    sent.get(means)?.push(...types);
  });

  test.each([...sent])('sent by %s: every command of the game', (_, types) => {
    if (site() === undefined) return;
    expect(types.toSorted()).toEqual(commands.toSorted());
  });
}
