import { expect, test } from '@jest/globals';
import { pack, unpack } from 'msgpackr';
import { idsIn } from '../kernel/catalogue.ts';
import type { Game, GameFamily } from '../kernel/game.ts';
import { newsFor } from '../kernel/journal.ts';
import { seatsFrom } from '../kernel/seat.ts';
import { optionsOf, playSteps, randomCommand, seedOf } from '../testing/play.ts';
import { pastGames, testedGames } from '../testing/registry.ts';
import { lengthened, Shorthand, type ViewersNews } from './short-news.ts';
import { vocabularyOf } from './vocabulary.ts';

const SINCE = 1_800_000_000_000;

function shorthandOf(family: GameFamily, game: Game): Shorthand {
  return new Shorthand(vocabularyOf(game, idsIn(family.catalogue.of(family.builtIn))));
}

/** Of a random match, as every viewer gets them. */
function* newsIn(family: GameFamily, game: Game): Generator<ViewersNews> {
  const seats = game.seats.max;
  const { state, news } = game.setup(optionsOf(game, seats, family.short), seats, seedOf(1));
  const steps = [{ news, seat: null, version: 0 }];
  for (const step of playSteps(game, state, seedOf(2), () => randomCommand))
    steps.push({ ...step, seat: step.seat as never, version: step.after.version });
  for (const { news: told, seat, version } of steps) {
    const by = seat === null ? null : 'player';
    for (const viewer of [null, ...seatsFrom(0, seats)])
      yield {
        version,
        seat,
        by,
        at: SINCE + version * 700,
        events: newsFor(told, viewer) as ViewersNews['events'],
      };
  }
}

test.each([...testedGames, ...pastGames])('$folder: short news say the same', ({ family, game }) => {
  const shorthand = shorthandOf(family, game);
  const book = { since: SINCE, ...shorthand.vocabulary };
  for (const news of newsIn(family, game)) {
    const sent = unpack(pack(shorthand.short(news, SINCE))) as unknown[];
    expect(lengthened(book, sent)).toEqual(news);
  }
});

test('words that are not in the list are sent as they are, and only texts become numbers', () => {
  const shorthand = new Shorthand({
    words: ['player', 'red'],
    events: [
      ['a', { fields: [['word', 'word']], optional: [['more', { map: 'plain' }]] }],
      ['b', { fields: [], optional: [] }],
    ],
  });
  const events = [{ type: 'a', word: 'green' }, { type: 'a', word: 'red', more: { red: 1 } }, { type: 'b' }];
  const short = shorthand.short({ version: 3, seat: 1, by: 'player', at: 1005, events }, 1000);
  expect(short).toEqual([3, 1, 0, 5, [0, 'green'], [0, 1, 0, [1, 1]], [1]]);
});
