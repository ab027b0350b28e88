import { describe, expect, test } from '@jest/globals';
import { Match } from '../../kernel/match.ts';
import { seedOf } from '../../testing/play.ts';
import { game } from './testing/scenario.ts';

const table = () =>
  new Match(
    game,
    { fourMerchants: false, blackbeard: false, distinctSetupCompanies: false, firstSeat: 0 },
    3,
    seedOf(3),
  );

describe('BOR-15: time-outs', () => {
  test('BOR-15.1: E24 a late command is stale, and changes nothing', () => {
    const match = table();
    while (match.decisions()[0]?.kind !== 'company') {
      match.proposeFallback(match.decisions()[0]?.seat ?? -1);
      match.settle();
    }
    const decision = match.decisionOf(0)?.id ?? -1;
    const [, wanted] = match.legal(0);
    if (wanted === undefined) throw new Error('no transfer is possible');
    const expired = match.proposeFallback(0);
    if (!expired.ok) throw new Error(expired.code);
    match.settle();
    expect(expired.entry).toMatchObject({ by: 'clock', command: { type: 'skip-company' } });
    expect(expired.news.map((item) => item.all)).toEqual([{ type: 'company-skipped', seat: 0 }]);
    expect(match.publicView().phase).toBe('shipment');

    const before = match.fingerprint();
    const late = match.propose(0, { decision, command: wanted }, 'player');
    expect(late).toMatchObject({ ok: false, code: 'stale-decision', rule: null });
    expect(match.fingerprint()).toBe(before);
  });

  test('BOR-1.2, BOR-15.1: a double click is stale even where the snake turns', () => {
    const match = table();
    for (const seat of [0, 1]) {
      match.proposeFallback(seat);
      match.settle();
    }
    const decision = match.decisionOf(2)?.id ?? -1;
    const click = () =>
      match.propose(2, { decision, command: { type: 'place-merchant', company: 'red' } }, 'player');
    expect(click().ok).toBe(true);
    match.settle();
    expect(match.decisions().map(({ seat, kind }) => `${seat} ${kind}`)).toEqual(['2 placement']);
    expect(click()).toMatchObject({ ok: false, code: 'stale-decision' });
  });

  test('BOR-15.7: a seat without a player stays: its time runs out, or the game waits', () => {
    const match = table();
    const gone = 1;
    let waited = 0;
    while (!match.over) {
      const seat = match.decisions()[0]?.seat ?? -1;
      // No other seat can act for it, and there is no command to leave the game.
      if (seat === gone) {
        const [command] = match.legal(gone);
        const decision = match.decisionOf(gone)?.id ?? -1;
        if (command === undefined) throw new Error('nothing is legal');
        expect(match.propose(0, { decision, command }, 'player')).toMatchObject({ code: 'not-your-turn' });
        waited += 1;
      }
      const judged = match.proposeFallback(seat);
      if (!judged.ok) throw new Error(judged.code);
      match.settle();
    }
    expect(waited).toBeGreaterThan(20);
    expect(match.publicView().players[gone]?.warehouse).toBeDefined();
    expect(match.result()?.ranking.map((row) => row.seat)).toContain(gone);
  });
});
