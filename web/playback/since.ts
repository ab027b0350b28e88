// What has happened since the player's last turn, in one line: what each player gained and lost, and what else
// mattered.
import type { Names, ToldPart } from '../../client/index.ts';
import type { Gain } from '../boards/board.ts';
import type { Furniture, SomeGame } from '../boards/furnish.ts';
import type { News } from '../news/log.ts';
import { say } from './texts.ts';
import { gainsOf } from './weighed.ts';

type Event = SomeGame['Event'];

/** The moves since the one that ended the seat's last turn, which is among them. */
export function sinceTurnOf(
  seat: number,
  news: readonly News<SomeGame>[],
  turnOf: (event: Event) => number | null,
): readonly News<SomeGame>[] {
  const turns = news.flatMap(({ events }, at) =>
    events.flatMap((event) => {
      const whose = turnOf(event);
      return whose === null ? [] : [{ at, isMine: whose === seat }];
    }),
  );
  // The turn that may have begun is not the last one.
  const before = turns.findLastIndex(({ isMine }) => !isMine);
  const last = turns.slice(0, Math.max(0, before)).findLastIndex(({ isMine }) => isMine);
  const end = last === -1 ? undefined : turns[last + 1];
  return end === undefined ? [] : news.slice(end.at);
}

/** Empty if there is nothing to tell. */
export function toldSince(
  seat: number,
  news: readonly News<SomeGame>[],
  furniture: Furniture,
  names: Names,
): readonly ToldPart[] {
  const { board, teller } = furniture;
  if (board?.weighing === undefined) return [];
  const { weights, turnOf, units } = board.weighing;
  const moves = sinceTurnOf(seat, news, turnOf);
  const events = moves.flatMap((one) => one.events);
  const gainsIn = gainsOf(furniture);
  const gains = gainsIn(events);
  const own = [seat, ...names.map((_, other) => other).filter((other) => other !== seat)].flatMap((whose) => {
    const amounts = Object.entries(units).flatMap(([unit, tell]) =>
      amountsOf(gains.filter((gain) => gain.seat === whose && gain.unit === unit)).map((told) =>
        tell(...told),
      ),
    );
    return amounts.length === 0 ? [] : [{ whose, text: list(amounts) }];
  });
  const others = moves
    .flatMap((one) => (one.seat === seat ? [] : one.events))
    .filter((event) => weights[event.type] === 'long' && gainsIn([event]).length === 0)
    .slice(-OTHERS)
    .map((event) => teller.parts(event, names));
  if (own.length + others.length === 0) return [];
  return [
    text(say('since')),
    ...own.flatMap(({ whose, text: amounts }, n): ToldPart[] => [
      text(n === 0 ? ' ' : say('since-then')),
      { as: 'seat', seat: whose, text: whose === seat ? say('you') : (names[whose] ?? String(whose + 1)) },
      text(` ${amounts}`),
    ]),
    ...(own.length === 0 ? [] : [text('.')]),
    ...others.flatMap((parts) => [text(' '), ...parts]),
  ];
}

/** Of events that are told besides. */
const OTHERS = 2;

/** «+6 −2», for what was gained and what was lost; with the number that the plural depends on. */
function amountsOf(gains: readonly Gain[]): readonly (readonly [string, number])[] {
  const sums = [
    gains.reduce((sum, { amount }) => sum + Math.max(0, amount), 0),
    gains.reduce((sum, { amount }) => sum + Math.min(0, amount), 0),
  ].filter((sum) => sum !== 0);
  const last = sums.at(-1);
  if (last === undefined) return [];
  return [[sums.map((sum) => (sum > 0 ? `+${sum}` : `−${-sum}`)).join(' '), Math.abs(last)]];
}

function list(texts: readonly string[]): string {
  return texts.join(', ');
}

function text(words: string): ToldPart {
  return { as: 'text', text: words };
}
