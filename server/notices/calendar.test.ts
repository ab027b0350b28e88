// Deadlines as a calendar: in the words of RFC 5545, for anyone who knows the address.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ProcessStore } from '../store/process-store.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Running, startServer } from '../testing/start.ts';
import { escaped, folded } from './calendar.ts';

test('lines are folded after 75 octets, between characters', () => {
  const line = `SUMMARY:${'é€😀'.repeat(30)}`;
  const parts = folded(line).split('\r\n');
  expect(parts.length).toBeGreaterThan(3);
  for (const part of parts) {
    expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75);
    expect(part).not.toContain('\u{fffd}');
  }
  expect(parts.map((part, n) => (n === 0 ? part : part.slice(1))).join('')).toBe(line);
  expect(folded('x'.repeat(75))).toBe('x'.repeat(75));
});

test('signs that mean something are escaped', () => {
  expect(escaped('a\\b;c,d\r\ne\nf\rg')).toBe('a\\\\b\\;c\\,d\\ne\\nf\\ng');
});

describe('over HTTP', () => {
  let running: Running;
  let ann: HttpPlayer;
  let bob: HttpPlayer;
  beforeAll(async () => {
    const environment = { RATE_LIMITS: 'off', PUBLIC_URL: 'https://play.example.org' };
    running = await startServer({ rooms: true, environment });
    ann = await HttpPlayer.guest(running.port, 'Ann');
    bob = await HttpPlayer.guest(running.port, 'Bob');
  });
  afterAll(() => running.stop());

  const make = async (player: HttpPlayer) => (await player.post('/me/calendar')).json()['path'] as string;
  const read = (path: string) => fetch(`http://127.0.0.1:${running.port}${path}`);
  /** Of a file whose lines are whole again. */
  const valuesOf = (text: string, name: string) =>
    text
      .replaceAll('\r\n ', '')
      .split('\r\n')
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1));

  test('has the deadline of the player who is asked, in UTC, and nobody else’s', async () => {
    const wish = { game: 'toy', seats: 2, clock: 'days', visibility: 'private', absence: 'clock' };
    const made = (await ann.post('/tables', wish)).json();
    const { matchId } = made['table'] as { matchId: string };
    await bob.post('/join', { invitation: made['invitation'] });
    await ann.post(`/tables/${matchId}/start`);
    const texts = await Promise.all(
      [ann, bob].map(async (one) => await (await read(await make(one))).text()),
    );
    const seats = await Promise.all(
      [ann, bob].map(
        async (one) => ((await one.get('/me/seats')).json()['seats'] as { deadline: number | null }[])[0],
      ),
    );
    expect(seats.filter((seat) => seat?.deadline !== null)).not.toEqual([]);
    for (const [index, text] of texts.entries()) {
      const deadline = seats[index]?.deadline;
      expect(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true);
      expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
      const starts = valuesOf(text, 'DTSTART').map((time) => time.replaceAll(/[-:TZ]/g, ''));
      const expected = deadline == null ? [] : [new Date(deadline).toISOString().slice(0, 19)];
      expect(starts).toEqual(expected.map((time) => time.replaceAll(/[-:T]/g, '')));
      for (const url of valuesOf(text, 'URL')) expect(url).toBe(`https://play.example.org/table/${matchId}`);
    }
  });

  test('has the start time of a table until the table goes: one event that moves', async () => {
    const player = await HttpPlayer.guest(running.port, 'Cat');
    const soon = Date.now() + 86_400_000;
    const made = (await player.post('/tables', { game: 'toy', startsAt: soon })).json();
    const { matchId } = made['table'] as { matchId: string };
    const path = await make(player);
    const event = async () => {
      const text = await (await read(path)).text();
      return ['UID', 'SEQUENCE', 'DTSTART'].flatMap((name) => valuesOf(text, name));
    };
    const inUtc = (at: number) => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
    expect(await event()).toEqual([`${matchId}-start@quayside`, '0', inUtc(soon)]);
    await player.send('PUT', `/tables/${matchId}/start-time`, { startsAt: soon + 60_000 });
    expect(await event()).toEqual([`${matchId}-start@quayside`, '1', inUtc(soon + 60_000)]);
    await player.send('DELETE', `/tables/${matchId}`);
    expect(await event()).toEqual([]);
  });

  test('an address is unguessable, stored only as a hash, replaced, taken back and forgotten', async () => {
    const first = await make(ann);
    expect(first).toMatch(/^\/api\/v1\/calendars\/[\w-]{32}\.ics$/);
    const { store } = running.quayside.deps as unknown as { store: ProcessStore };
    const key = /([\w-]{32})\.ics$/.exec(first)?.[1] ?? '';
    expect(await store.readOutbox('calendar', key)).toEqual([]);
    const second = await make(ann);
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
    expect((await ann.get('/me/calendar')).json()['since']).toEqual(expect.any(Number));
    expect((await ann.get('/me/notices')).json()['targets']).toEqual([]);
    await ann.send('DELETE', '/me/calendar');
    expect([(await read(second)).status, (await ann.get('/me/calendar')).json()]).toEqual([
      404,
      { since: null },
    ]);
    const third = await make(bob);
    await bob.send('DELETE', '/me');
    expect((await read(third)).status).toBe(404);
  });
});
