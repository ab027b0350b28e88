// What people may paste to name a match.
import { expect, test } from '@jest/globals';
import { type Source, sourceIn } from './source.ts';

const HERE = 'https://play.example.org';
const RECORD = 'https://other.example/api/v1/matches/p7qk2wz9/record';

test.each<[string, Source]>([
  ['p7qk2wz9', { kind: 'here', id: 'p7qk2wz9' }],
  ['  p7qk2wz9 \n', { kind: 'here', id: 'p7qk2wz9' }],
  ['/replay/p7qk2wz9?version=3', { kind: 'here', id: 'p7qk2wz9' }],
  [`${HERE}/table/p7qk2wz9#p7qk2wz9.secret`, { kind: 'here', id: 'p7qk2wz9' }],
  [`${HERE}/verify/p7qk2wz9`, { kind: 'here', id: 'p7qk2wz9' }],
  ['https://other.example/replay/p7qk2wz9', { kind: 'elsewhere', host: 'other.example', href: RECORD }],
  [RECORD, { kind: 'elsewhere', host: 'other.example', href: RECORD }],
  ['https://other.example/table/p7qk2wz9#secret', { kind: 'elsewhere', host: 'other.example', href: RECORD }],
  [' {"format":1}', { kind: 'text', text: '{"format":1}' }],
  ['', { kind: 'unclear' }],
  ['Ann’s match', { kind: 'unclear' }],
  [`${HERE}/rules/borneo`, { kind: 'unclear' }],
  ['javascript:alert(1)', { kind: 'unclear' }],
  ['https:%2F%2Fother.example%2Freplay%2Fp7qk2wz9', { kind: 'unclear' }],
  ['file:///table/p7qk2wz9', { kind: 'unclear' }],
  ['https://', { kind: 'unclear' }],
])('%s', (input, source) => {
  expect(sourceIn(input, HERE)).toEqual(source);
});

test('a saved page has no server of its own', () => {
  expect(sourceIn('p7qk2wz9', null)).toEqual({ kind: 'unclear' });
  expect(sourceIn('/table/p7qk2wz9', null)).toEqual({ kind: 'unclear' });
  expect(sourceIn(`${HERE}/table/p7qk2wz9`, null)).toMatchObject({ kind: 'elsewhere' });
});
