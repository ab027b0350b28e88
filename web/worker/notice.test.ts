// A pushed message as a notification: whose it replaces, whom it disturbs, and where it leads.
import { expect, test } from '@jest/globals';
import { noticeIn, notificationOf, openedBy, showsIt } from './notice.ts';

const ORIGIN = 'https://play.example.org';
const TURN = { id: 'n1', title: 'Your turn', text: 'Borneo, with Bob', url: '/table/m1' };
const data = (value: unknown) => ({ json: () => value });

test('a message is read as it was sent, without what else it says', () => {
  expect(noticeIn(data({ ...TURN, format: 'quayside-notice', notices: [] }))).toEqual(TURN);
});

test.each([
  [null],
  [data(null)],
  [data({ ...TURN, title: 5 })],
  [
    {
      json: () => {
        throw new SyntaxError('not JSON');
      },
    },
  ],
])('what cannot be read becomes a notice that says nothing', (sent) => {
  expect(noticeIn(sent)).toEqual({ id: '', title: 'Quayside', text: '', url: '/' });
});

test('a later notice of the match takes the place of the one before, and is heard', () => {
  const first = notificationOf(TURN, []).options;
  const later = notificationOf({ ...TURN, id: 'n2' }, [first]).options;
  expect(later.tag).toBe(first.tag);
  expect(later).toMatchObject({ renotify: true });
  expect(notificationOf({ ...TURN, url: '/table/m2' }, []).options.tag).not.toBe(first.tag);
});

test('the same notice again is not heard', () => {
  const first = notificationOf(TURN, []).options;
  const again = notificationOf(TURN, [first]).options;
  expect(again).toMatchObject({ tag: first.tag, silent: true });
  expect(again).not.toHaveProperty('renotify');
});

test('only a tab with that match shows it', () => {
  expect(showsIt({ url: `${ORIGIN}/table/m1#invitation` }, TURN)).toBe(true);
  expect(showsIt({ url: `${ORIGIN}/table/m2` }, TURN)).toBe(false);
  expect(showsIt({ url: `${ORIGIN}/` }, TURN)).toBe(false);
});

test.each([
  ['/table/m1', '/table/m1'],
  ['/', '/'],
  ['/table/m1#secret', '/table/m1'],
  ['https://elsewhere.example.org/table/m1', '/'],
  ['//elsewhere.example.org/table/m1', '/'],
  ['javascript:alert(1)', '/'],
  ['/admin/', '/'],
  [5, '/'],
])('a click on a notice with %j leads to %s', (url, path) => {
  expect(openedBy({ url }, ORIGIN)).toBe(path);
});
