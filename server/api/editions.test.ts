// Catalogues of editions, the built-in ones and the host's own, as clients fetch them.
import { describe, expect, test } from '@jest/globals';
import { families } from '../../shared/games/index.ts';
import type { CatalogueContent } from '../../shared/kernel/catalogue.ts';
import { editionHashOf } from '../process/shelf.ts';
import { editionServer } from '../testing/own-editions.ts';

const OWN = 'of-our-own';
const borneoBuiltIn = families.find(({ id }) => id === 'borneo')?.builtIn as { constants: object };
const own = families.map(({ id, builtIn }) => {
  const raw = { ...(builtIn as object), edition: OWN };
  return {
    game: id,
    raw: id === 'borneo' ? { ...raw, constants: { ...borneoBuiltIn.constants, handLimit: 9 } } : raw,
  };
});

const server = editionServer(own);

const get = (path: string, headers: Record<string, string> = {}) => server.get(`games/${path}`, headers);

describe.each(families.map((family) => [family.id, family] as const))('%s', (id, family) => {
  test('every listed edition leads to its catalogue, which fits its description', async () => {
    const { editions } = (await get(id)).json() as { editions: { name: string; hash: string }[] };
    expect(editions.map(({ name }) => name)).toEqual(['reconstruction-1', OWN]);
    for (const { name, hash } of editions) {
      const answer = await get(`${id}/editions/${hash}`);
      expect(server.conformance.check('get /games/{id}/editions/{edition}', answer)).toEqual([]);
      const content = answer.json() as unknown as CatalogueContent;
      expect([content.game, content.edition]).toEqual([id, name]);
      expect(family.catalogue.schema.safeParse(content)).toMatchObject({ success: true });
      expect(content.seats.colours.length).toBeGreaterThanOrEqual(content.seats.max);
      for (const pieces of Object.values(content.components)) {
        expect(pieces.length).toBeGreaterThan(0);
        expect(new Set(pieces.map((piece) => piece.id)).size).toBe(pieces.length);
      }
    }
  });

  test('cached forever, and revalidated by a tag', async () => {
    const path = `${id}/editions/${editionHashOf(family.builtIn)}`;
    const whole = await get(path);
    expect(whole.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const again = await get(path, { 'If-None-Match': String(whole.headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

test("a host's own values are in the catalogue of the host's own edition", async () => {
  const hashes = [borneoBuiltIn, own.find(({ game }) => game === 'borneo')?.raw].map(editionHashOf);
  const limits = await Promise.all(
    hashes.map(async (hash) => (await get(`borneo/editions/${hash}`)).json()['constants']),
  );
  expect(limits).toMatchObject([{ handLimit: 6 }, { handLimit: 9 }]);
});

const borneo = editionHashOf(borneoBuiltIn);

test.each([
  [`nothing/editions/${borneo}`, 'unknown-game'],
  [`__proto__/editions/${borneo}`, 'unknown-game'],
  [`${'x'.repeat(65)}/editions/${borneo}`, 'unknown-game'],
  [`rotterdam/editions/${borneo}`, 'unknown-edition'],
  ['borneo/editions/reconstruction-1', 'unknown-edition'],
  ['borneo/editions/constructor', 'unknown-edition'],
  [`borneo/editions/${borneo.toUpperCase()}`, 'unknown-edition'],
  [`borneo/editions/${'f'.repeat(65)}`, 'unknown-edition'],
  ['borneo/editions', 'not-found'],
])('GET /games/%s: %s', async (path, code) => {
  const answer = await get(path);
  expect([answer.status, answer.json()['code']]).toEqual([404, code]);
});
