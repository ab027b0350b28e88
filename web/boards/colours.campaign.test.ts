// One player, one colour: in the seats, in the news, on the board, in the text table, in the replay and before the
// match, it is the colour of the player's pieces in the box.
import { describe, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type GameId, guest, quayside } from '../../client/index.ts';
import { families } from '../../shared/games/index.ts';
import { layScene } from '../testing/scenes.ts';
import { openSite } from '../testing/site.ts';

jest.setTimeout(240_000);
const site = openSite();

/** What is painted of a piece. */
const PAINTED = '.rot-hull-side, .cab-hull, .bor-cloak, .doc-porter .seat-shape';

const GAMES = [
  ['rotterdam', 'choose-colour', 4],
  ['cabo-da-roca', 'advance', 4],
  ['dockers', 'play-relation', 4],
  ['borneo', 'play-shipment', 5],
] as const;

interface Painted {
  readonly player: string;
  readonly where: string;
  readonly colour: string;
}

/** Every mark and piece of a player on the page, with the colour in which it is drawn. */
function paintedFor(page: Page, players: readonly string[]): Promise<Painted[]> {
  return page.evaluate(
    ([names, pieces]) => {
      const named = (text: string) => names.filter((name) => text.includes(name));
      /** Of whom the control, line or heading around it speaks, if it is only one. */
      const playerAt = (element: Element) => {
        const around = element.closest('button, li, p, h2, th, td');
        const [one, ...others] = named(`${around?.getAttribute('aria-label')} ${around?.textContent}`);
        return others.length === 0 ? one : undefined;
      };
      return [...document.querySelectorAll(`.seat-mark .seat-shape, ${pieces}`)].flatMap((shape) => {
        const player = playerAt(shape);
        if (player === undefined) return [];
        const { fill: colour } = getComputedStyle(shape);
        return [{ player, where: shape.getAttribute('class') ?? '', colour }];
      });
    },
    [players, PAINTED] as const,
  );
}

/** The tints of these colours. */
function tintsOn(page: Page, colours: readonly string[]): Promise<string[]> {
  return page.evaluate(
    (names) =>
      names.map((name) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = `var(--paint-${name})`;
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      }),
    colours,
  );
}

function faultsIn(painted: readonly Painted[], colourOf: ReadonlyMap<string, string>): string[] {
  return painted
    .filter(({ player, colour }) => colourOf.get(player) !== colour)
    .map(({ player, where, colour }) => `${player}: ${where} is ${colour}`);
}

function coloursIn(game: string, seats: number): string[] {
  const family = families.find(({ id }) => id === game);
  return family?.catalogue.of(family.builtIn).seats.colours.slice(0, seats) ?? [];
}

describe.each(GAMES)('%s', (game, type, seats) => {
  test('at the table, in words and in the replay', async () => {
    const here = site();
    if (here === undefined) return;
    const scene = await layScene(here.running, { game, type, seats, from: 60 });
    const players = Array.from({ length: seats }, (_, seat) => (seat === scene.seat ? 'Zoé' : `P${seat}`));
    const remembered = { token: scene.token, guides: false };
    const { page } = await here.visit(`/table/${scene.id}`, { remembered });
    await page.locator('.piece').first().waitFor();
    const tints = await tintsOn(page, coloursIn(game, seats));
    expect(new Set(tints).size).toBe(seats);
    const colourOf = new Map(players.map((player, seat) => [player, tints[seat] ?? '']));
    const painted = await paintedFor(page, players);
    expect(new Set(painted.map(({ player }) => player))).toEqual(new Set(players));
    const kinds = new Set(painted.map(({ where }) => where));
    expect(kinds.size).toBeGreaterThan(game === 'dockers' ? 0 : 1);
    expect(faultsIn(painted, colourOf)).toEqual([]);
    // A planted fault.
    await page.locator('.seat-mark .seat-shape').evaluateAll((shapes) => {
      for (const shape of shapes) (shape as SVGElement).style.setProperty('fill', 'teal');
    });
    expect(faultsIn(await paintedFor(page, players), colourOf)).not.toEqual([]);
    const inWords = await here.visit(`/table/${scene.id}`, {
      remembered: { ...remembered, 'text-table': true },
    });
    await inWords.page.locator('.seat-mark').first().waitFor();
    expect(faultsIn(await paintedFor(inWords.page, players), colourOf)).toEqual([]);
    const replay = await here.visit(`/replay/${scene.id}`, { remembered });
    await replay.page.locator('.seat-mark').first().waitFor();
    const shown = await paintedFor(replay.page, players);
    expect(shown.length).toBeGreaterThan(seats);
    expect(faultsIn(shown, colourOf)).toEqual([]);
  });

  test('before the match', async () => {
    const here = site();
    if (here === undefined) return;
    const token = await guest({ url: here.url, name: 'Zoé' });
    const table = await quayside({ url: here.url, token }).create(game as GameId, { seats });
    const { page } = await here.visit(`/table/${table.id}`, { remembered: { token } });
    await page
      .locator('.seat-mark')
      .nth(seats - 1)
      .waitFor();
    const shown = await page
      .locator('.seat-mark .seat-shape')
      .evaluateAll((shapes) => shapes.map((shape) => getComputedStyle(shape).fill));
    expect(shown).toEqual(await tintsOn(page, coloursIn(game, seats)));
  });
});
