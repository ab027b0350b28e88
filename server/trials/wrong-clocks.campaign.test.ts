// Several servers whose clocks are wrong, by seconds or an hour, and are set right while they play; and a database
// whose clock is set. No difference of clocks is charged to a player, and none ends a server.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@colyseus/sdk';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { isAvailable } from '../../cli/available.ts';
import { type Cluster, missingForCluster, startCluster } from '../../cli/private-cluster.ts';
import type { Member } from '../../cli/private-member.ts';
import { makeSettable, setDatabaseClock, WrongClocks } from '../../cli/wrong-clocks.ts';
import { comeBack, seatAndStart, type TestPlayer } from '../../rooms/testing/player.ts';
import { clientsAt, guestsAt, someMoves } from '../testing/players-at.ts';

jest.setTimeout(180_000);

const describeOrSkip = isAvailable(missingForCluster()) ? describe : describe.skip;
const MINUTE = 60_000;
/** Of the three servers at their start. */
const WRONG_BY = [5_000, -MINUTE, 60 * MINUTE];
/** Longer than a member may be silent. */
const SILENCE_MS = 5_000;
/** The bank of `fast`. */
const BANK_MS = 120_000;

describeOrSkip('three servers whose clocks are wrong', () => {
  const clocks = new WrongClocks();
  let cluster: Cluster;
  let tables: TestPlayer[][] = [];
  let tokens: string[] = [];
  beforeAll(async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    jest.spyOn(console, 'info').mockImplementation(() => undefined);
    let started = 0;
    cluster = await startCluster({
      members: 3,
      settings: { RATE_LIMITS: 'off', BOT_PAUSE_MS: '0', WEB_CLIENT: 'off', ...clocks.settings },
      flags: clocks.flags,
      prepare: makeSettable,
      onMember: (member) => clocks.set(member, WRONG_BY[started++] ?? 0),
    });
    tokens = (await guestsAt(at(0).port)).map(({ token }) => token);
  });
  /** What one test broke is not found by the next one. */
  afterEach(async () => {
    for (const member of cluster.members) if (!member.isRunning) await member.start();
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await cluster?.remove();
    clocks.remove();
  });

  const at = (index: number): Member => {
    const member = cluster.members[index % cluster.members.length];
    if (member === undefined) throw new Error(`no member ${index}`);
    return member;
  };
  /** At each server one match, played through all three. */
  const begin = async () => {
    tables = await Promise.all(
      cluster.members.map(async (_, n) => {
        const clients = tokens.map((token, index) => {
          const client = new Client(at(n + index).url);
          client.auth.token = token;
          return client;
        });
        return await seatAndStart(clients, 'borneo', { clock: 'fast' });
      }),
    );
  };
  const play = async (count: number) => {
    for (const table of tables) await someMoves(table, count);
  };
  const timeouts = async () =>
    (await cluster.postgres.ask("SELECT match, version FROM quayside.journal WHERE actor = 'clock'")).length;
  const banks = () => tables.flatMap(([player]) => [...(player?.state.banks ?? [])]);
  /** By match, when its open decision times out. */
  const deadlines = () =>
    new Map(tables.map(([player]) => [player?.matchId ?? '', player?.state.decisions[0]?.deadline ?? 0]));
  /** Nothing was played for anyone, nothing was taken from anyone, and nobody was declared gone. */
  const expectNoHarm = async () => {
    expect(cluster.members.map(({ isRunning }) => isRunning)).toEqual([true, true, true]);
    expect(await timeouts()).toBe(0);
    expect(banks().filter((bank) => bank < BANK_MS)).toEqual([]);
  };

  test('what one passes on to another is accepted, and each match has the same time', async () => {
    await begin();
    await play(4);
    const times = await cluster.postgres.ask('SELECT accepted_at FROM quayside.journal');
    const off = times.map(({ accepted_at: time }) => Math.abs(Number(time) - Date.now()));
    expect(Math.max(...off)).toBeLessThan(MINUTE / 2);
    await expectNoHarm();
  });

  test('clocks set right and set wrong while they play change nothing', async () => {
    for (const [n, wrongBy] of [0, 0, 0, -5_000, 2_000, -MINUTE].entries()) {
      clocks.set(at(n), wrongBy);
      await sleep(300);
      await play(1);
    }
    await expectNoHarm();
  });

  test.each([5, -60, 3_600, 0])('the clock of the database is set to %i s: all go on', async (seconds) => {
    await setDatabaseClock(cluster.postgres, seconds);
    const until = performance.now() + SILENCE_MS;
    while (performance.now() < until) await play(1);
    await expectNoHarm();
  });

  test.each([0, 1, 2])('SIGTERM of server %i: its matches continue with the time they had', async (n) => {
    const before = deadlines();
    at(n).signal('SIGTERM');
    expect(await at(n).ended).toBe(0);
    tables = await Promise.all(
      [...before.keys()].map((matchId) =>
        Promise.all(clientsAt(at(n + 1).port, tokens).map((client) => comeBack(client, matchId))),
      ),
    );
    const lost = [...deadlines()].map(([matchId, deadline]) => (before.get(matchId) ?? 0) - deadline);
    expect(Math.max(...lost)).toBeLessThan(1_000);
    expect(banks().filter((bank) => bank < BANK_MS)).toEqual([]);
    await play(2);
    expect(await timeouts()).toBe(0);
  });
});
