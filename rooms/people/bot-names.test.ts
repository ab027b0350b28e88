// Bots of one table never share a name, wherever in the list they begin, nor one that looks like another.

import { expect, test } from '@jest/globals';
import { families } from '../../shared/games/index.ts';
import { SEAT_LIMIT, seatsFrom } from '../../shared/kernel/seat.ts';
import { STRENGTHS } from '../../shared/kernel/strength.ts';
import { TestPlayer, until } from '../testing/player.ts';
import { startTableServer } from '../testing/table-server.ts';
import NAMES from './bot-names.json' with { type: 'json' };
import { botNameOf, botNames, distinctName, lookOf } from './names.ts';

test('every name in the lists looks different, and is short enough for a player', () => {
  const all = STRENGTHS.flatMap((strength) => NAMES[strength]);
  expect(new Set(all.map(lookOf)).size).toBe(all.length);
  for (const strength of STRENGTHS) expect(NAMES[strength].length).toBeGreaterThanOrEqual(SEAT_LIMIT);
  expect(all.filter((name) => name.length > 24)).toEqual([]);
});

test('no bot has the name of a place or a ship in a game', () => {
  const shown = families.flatMap(({ sentences }) =>
    [sentences.fr, sentences.en].flatMap(({ components }) => Object.values(components)),
  );
  expect(shown.map(lookOf)).toContain(lookOf('Lisboa'));
  const looks = new Set(shown.map(lookOf));
  expect(STRENGTHS.flatMap((strength) => NAMES[strength]).filter((name) => looks.has(lookOf(name)))).toEqual(
    [],
  );
});

test('a table has a different name for every seat, the same each time', () => {
  const starts = NAMES.mate.map((_, start) => start.toString(16).padStart(8, '0'));
  for (const crew of [...starts, '', 'f'.repeat(64)]) {
    const names = botNames(crew);
    expect(new Set(names).size).toBe(SEAT_LIMIT * STRENGTHS.length);
    expect(
      STRENGTHS.flatMap((strength) =>
        seatsFrom(0, SEAT_LIMIT).map((seat) => botNameOf(crew, seat, strength)),
      ),
    ).toEqual(names);
    expect(names.every((name) => distinctName(name, names) !== name)).toBe(true);
  }
  expect(botNameOf(starts[3] ?? '', 2, 'mate')).toBe(NAMES.mate[5]);
});

test('bots have names that are unique at the table', async () => {
  const server = await startTableServer();
  try {
    const ann = new TestPlayer(await server.client('ann').create('borneo', { seats: 5, bots: 3 }));
    await until(() => ann.matchId !== '', 'welcome');
    const bots = ann.state.table.seats
      .filter(({ occupant }) => occupant === 'bot')
      .map(({ name }) => name ?? '');
    expect(new Set(bots).size).toBe(3);
    expect(bots.every((name) => name.length > 2)).toBe(true);
    const [first = ''] = bots;
    const namesake = new TestPlayer(await server.client(encodeURIComponent(first)).joinById(ann.matchId));
    await until(() => namesake.seat === 1, 'the seat');
    expect(ann.state.table.seats[1]?.name).toBe(`${first} (2)`);
  } finally {
    await server.close();
  }
});
