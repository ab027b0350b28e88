// Mails and their links: nothing in them becomes a header, nobody's mailbox is filled, and no link lives for ever.
import { expect, test } from '@jest/globals';
import { until } from '../../rooms/testing/player.ts';
import type { NoticeBody } from '../../shared/protocol/notices.ts';
import { createSentences } from '../process/language.ts';
import type { Outbox, StoredTarget } from '../store/outbox.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { storedTarget } from '../testing/targets.ts';
import { type Mail, noticeMail } from './mail.ts';
import { MailDesk } from './mail-desk.ts';
import { MailLinks } from './mail-links.ts';
import { Mailer } from './mailer.ts';
import type { ReachablePlayers } from './reach.ts';
import { Sealing } from './sealing.ts';

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;
const origin = 'https://play.example';
const links = new MailLinks(Buffer.alloc(32, 1), origin);
const sealing = new Sealing(Buffer.alloc(32, 1));
const sentences = createSentences();

function mailOf(change: Partial<NoticeBody> = {}): Mail {
  const body: NoticeBody = {
    format: 'quayside-notice',
    formatVersion: 1,
    id: 'n1',
    at: NOW,
    title: 'Quayside',
    text: 'Borneo: it is your turn.',
    url: `${origin}/table/m1`,
    notices: [
      {
        id: 'n1',
        kind: 'your-turn',
        matchId: 'm1',
        game: 'borneo',
        seat: 0,
        decision: 8,
        deadline: null,
        at: NOW,
      },
    ],
    ...change,
  };
  const stop = links.to('stop', 't1');
  return noticeMail({ to: 'a@example.org', body, stop, origin, language: 'en', say: sentences('en') });
}

test('the title of a game becomes neither a header nor HTML', async () => {
  const server = await startMailServer();
  const text = '<b>Borneo</b>\r\nBcc: b@example.org\r\n\r\n.\r\nHELO x: it is your turn.';
  const mailer = new Mailer({ url: server.url, from: 'no-reply@play.example' });
  expect(await mailer.send(mailOf({ text }))).toEqual({ status: 250 });
  // As if a title had no line but one.
  expect(await mailer.send({ ...mailOf(), subject: text })).toEqual({ status: 250 });
  expect(server.received).toHaveLength(2);
  for (const { envelope, headers, html } of server.received) {
    expect(envelope).toEqual({ from: 'no-reply@play.example', to: ['a@example.org'] });
    expect([...headers.keys()]).not.toContain('bcc');
    expect(html).not.toContain('<b>');
  }
  expect(server.received[0]?.headers.get('subject')).toBe('<b>Borneo</b>');
  await server.close();
});

test('a mail says what a mail program needs to end it, and a file or an address on the web is never read', async () => {
  const server = await startMailServer();
  const mailer = new Mailer({ url: server.url, from: 'no-reply@play.example' });
  await mailer.send({ ...mailOf(), text: '{"path":"/etc/passwd"}' });
  const [one] = server.received;
  expect(one?.headers.get('list-unsubscribe')).toBe(`<${links.to('stop', 't1')}>`);
  expect(one?.text).toBe('{"path":"/etc/passwd"}');
  expect(one?.headers.get('message-id')).toBe('<n1@play.example>');
  await server.close();
  const plain = noticeMail({
    to: 'a@example.org',
    body: { ...bodyIn(), notices: [] },
    stop: 'http://cafe/mail/stop/x',
    origin: 'http://cafe',
    language: 'fr',
    say: sentences('fr'),
  });
  // Programs ask only by HTTPS.
  expect(plain.headers).not.toHaveProperty('List-Unsubscribe-Post');
  expect(plain.subject).toBe('Quayside');
});

const bodyIn = (): NoticeBody => ({
  format: 'quayside-notice',
  formatVersion: 1,
  id: 'n1',
  at: NOW,
  title: 'Quayside',
  text: '',
  url: 'http://cafe/',
  notices: [],
});

test('a mail that is not taken is told as what it is, without the address', async () => {
  const server = await startMailServer();
  server.answer = 451;
  const mailer = new Mailer({ url: server.url, from: 'no-reply@play.example' });
  expect(await mailer.send(mailOf())).toEqual({ status: 451 });
  await server.close();
  expect(await mailer.send(mailOf())).toEqual({ failure: 'unreachable' });
});

interface World {
  readonly desk: MailDesk;
  readonly sent: Mail[];
  readonly written: unknown[][];
  readonly logged: unknown[];
}

function world(target: StoredTarget | undefined, most = { one: 3, all: 99 }): World {
  const sent: Mail[] = [];
  const written: unknown[][] = [];
  const logged: unknown[] = [];
  const outbox = {
    readOutbox: () => Promise.resolve(target === undefined ? [] : [target]),
    writeOutbox: (...wish: unknown[]) => {
      written.push(wish);
      return Promise.resolve();
    },
  } as unknown as Outbox;
  const counted = (amount: number) => {
    const left = new Map<string, number>();
    return {
      take: (key: string) => {
        left.set(key, (left.get(key) ?? amount) - 1);
        return { ok: (left.get(key) ?? 0) >= 0, retryAfterSeconds: 1 };
      },
    } as never;
  };
  const warn = (...said: unknown[]) => void logged.push(said);
  const desk = new MailDesk({
    outbox,
    reach: { refresh: () => Promise.resolve() } as unknown as ReachablePlayers,
    sealing,
    links,
    mailer: {
      send: (mail) => {
        sent.push(mail);
        return Promise.resolve({ status: 550 });
      },
    },
    sentences,
    limits: { ofOne: counted(most.one), ofAll: counted(most.all) },
    origin,
    now: () => NOW,
    newId: () => 'id',
    log: { debug() {}, info() {}, warn, error() {} },
  });
  return { desk, sent, written, logged };
}

const asked = (id: string, address: string) =>
  storedTarget(id, {
    type: 'mail',
    sealed: sealing.seal(id, { url: `mailto:${address}`, origin }),
    created_at: NOW,
    confirmed_at: null,
  });

test('one address is asked a few times a day, no matter who adds it, and all together a few hundred times an hour', async () => {
  const { desk, sent, logged } = world(undefined, { one: 3, all: 5 });
  for (const id of ['t1', 't2', 't3', 't4', 't5']) desk.ask(asked(id, 'Victim@example.org'), 'en');
  expect(sent).toHaveLength(3);
  for (const id of ['t6', 't7', 't8']) desk.ask(asked(id, `${id}@example.org`), 'fr');
  expect(sent.map(({ to }) => to).slice(3)).toEqual(['t6@example.org', 't7@example.org']);
  await until(() => logged.length === 3 + 5, 'what was logged');
  expect(JSON.stringify(logged)).not.toMatch(/example|victim/i);
});

test('a link that nobody has followed for a day is worth nothing', async () => {
  const token = (purpose: 'confirm' | 'stop') => links.to(purpose, 't1').split('/').at(-1) ?? '';
  const late = world({ ...asked('t1', 'a@example.org'), created_at: NOW - DAY - 1 });
  expect(await late.desk.confirm(token('confirm'))).toBeUndefined();
  expect(late.written).toEqual([]);
  const inTime = world({ ...asked('t1', 'a@example.org'), created_at: NOW - DAY });
  expect(await inTime.desk.confirm(token('confirm'))).toMatchObject({ target_id: 't1' });
  expect(inTime.written).toEqual([['confirmTarget', 't1', NOW]]);
  const again = world({ ...asked('t1', 'a@example.org'), confirmed_at: NOW - 9 * DAY, created_at: 0 });
  expect(await again.desk.confirm(token('confirm'))).toMatchObject({ target_id: 't1' });
  expect(again.written).toEqual([]);
  expect(await again.desk.stop(token('confirm'))).toBe(false);
  expect(await again.desk.stop(token('stop'))).toBe(true);
  expect(again.written).toEqual([['removeTarget', 'anne', 't1', NOW]]);
});

test('links of another server’s key are none', () => {
  const other = new MailLinks(Buffer.alloc(32, 2), origin);
  const token = other.to('stop', 't1').split('/').at(-1) ?? '';
  expect([links.read('stop', token), other.read('stop', token)]).toEqual([undefined, 't1']);
});
