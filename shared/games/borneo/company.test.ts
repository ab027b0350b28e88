import { describe, expect, test } from '@jest/globals';
import { asking, heard, told, typesOf } from '../../testing/scenario.ts';
import type { Command } from './commands.ts';
import type { Shown } from './state.ts';
import { accepted, game, playedThrough, refusal, type Scenario, scenario } from './testing/scenario.ts';

const attackWith = (attacker: string, defender: string, ...cards: string[]): Command => ({
  type: 'attack',
  attacker,
  defender,
  cards,
});
const defendWith = (...cards: string[]): Command => ({ type: 'defend', cards });
const transfer = (merchant: string, to: string): Command => ({ type: 'transfer-merchant', merchant, to });

const asked = (companies: Partial<Shown['companies']>, more: Partial<Scenario> = {}) =>
  scenario({ kind: 'company', companies, ...more });

describe('BOR-4, BOR-5: transfers and fights', () => {
  test('BOR-4.1, BOR-5.11: one transfer or one attack or nothing, then the shipment', () => {
    const state = asked(
      { red: ['mer-1-1', 'mer-0-1'] },
      { hands: { 0: ['ship-rb-pepper', 'ship-rb-cloves'], 1: ['ship-gb-pepper'] } },
    );
    expect(asking(accepted(state, 0, transfer('mer-0-1', 'blue')).state)).toEqual(['0 shipment']);
    const skipped = accepted(state, 0, { type: 'skip-company' });
    expect(asking(skipped.state)).toEqual(['0 shipment']);
    expect(heard(skipped)).toEqual([{ type: 'company-skipped', seat: 0 }]);
    const fought = accepted(state, 0, attackWith('mer-0-1', 'mer-1-1', 'ship-rb-pepper')).state;
    const after = accepted(fought, 1, { type: 'choose-retreat', to: 'swap' }).state;
    expect(asking(after)).toEqual(['0 shipment']);
    expect(refusal(after, 0, transfer('mer-0-1', 'blue'))).toBe('wrong-phase BOR-2.2');
  });

  test('BOR-4.2, BOR-4.3: the merchant goes to the last rank, those below it move up', () => {
    const state = asked({ red: ['mer-1-1', 'mer-0-1', 'mer-2-1'], green: ['mer-3-1'] });
    const done = accepted(state, 0, transfer('mer-0-1', 'green'));
    expect(done.state.shown.companies).toEqual({
      red: ['mer-1-1', 'mer-2-1'],
      blue: [],
      yellow: [],
      green: ['mer-3-1', 'mer-0-1'],
    });
    expect(heard(done)).toEqual([
      {
        type: 'merchant-transferred',
        seat: 0,
        merchant: 'mer-0-1',
        from: 'red',
        fromRank: 2,
        to: 'green',
        toRank: 2,
      },
    ]);
  });

  test('BOR-1.4, BOR-4.2: what a transfer may not be, in order', () => {
    const full = ['mer-1-1', 'mer-1-2', 'mer-2-1', 'mer-2-2', 'mer-3-2'];
    const state = asked({ red: ['mer-0-1', 'mer-3-1'], blue: full });
    expect(refusal(state, 0, transfer('mer-4-1', 'nowhere'))).toBe('unknown-merchant BOR-4.2');
    expect(refusal(state, 0, transfer('nobody', 'nowhere'))).toBe('unknown-merchant BOR-4.2');
    expect(refusal(state, 0, transfer('mer-3-1', 'nowhere'))).toBe('not-your-merchant BOR-4.2');
    expect(refusal(state, 0, transfer('mer-0-1', 'nowhere'))).toBe('unknown-company BOR-4.2');
    expect(refusal(state, 0, transfer('mer-0-1', 'red'))).toBe('same-company BOR-4.2');
    expect(refusal(state, 0, transfer('mer-0-1', 'blue'))).toBe('company-full BOR-1.4');
    expect([...game.legal(state, 0)].filter(({ type }) => type !== 'attack')).toEqual([
      { type: 'skip-company' },
      transfer('mer-0-1', 'yellow'),
      transfer('mer-0-1', 'green'),
    ]);
  });

  test('BOR-4.4: a transfer costs nothing', () => {
    const state = asked({ red: ['mer-0-1'] });
    const { state: after } = accepted(state, 0, transfer('mer-0-1', 'blue'));
    expect(after.shown.players).toEqual(state.shown.players);
    expect(after.shown.discard).toEqual([]);
  });

  test('BOR-15.1, BOR-15.3: the companies are always asked about; a time-out skips', () => {
    const state = scenario({ kind: 'mission', hands: { 0: ['ship-rb-pepper'] } });
    const { state: after } = accepted(state, 0, { type: 'skip-mission' });
    expect(asking(after)).toEqual(['0 company']);
    expect([...game.legal(after, 0)]).toEqual([{ type: 'skip-company' }]);
    expect(game.fallback(after, 0)).toEqual({ type: 'skip-company' });
  });

  // Fights.

  const RED = { red: ['mer-1-1', 'mer-2-1', 'mer-0-1'] };
  const HANDS = {
    0: ['ship-rb-pepper', 'ship-rb-cloves', 'ship-gb-pepper'],
    1: ['ship-ry-cloves', 'ship-gb-nutmeg', 'ship-br-pepper'],
  };

  test('BOR-5.1, BOR-5.2, BOR-5.3: what an attack may not be, in order', () => {
    const state = asked(
      { red: ['mer-1-1', 'mer-0-1', 'mer-0-2', 'mer-3-1'], blue: ['mer-2-1'] },
      { hands: { 0: ['ship-rb-pepper', 'ship-gb-pepper', 'ship-br-pepper'] } },
    );
    const send = (attacker: string, defender: string, ...cards: string[]) =>
      refusal(state, 0, attackWith(attacker, defender, ...cards));
    expect(send('nobody', 'mer-1-1')).toBe('unknown-merchant BOR-5.1');
    expect(send('mer-3-1', 'nobody')).toBe('unknown-merchant BOR-5.1');
    expect(send('mer-3-1', 'mer-3-1')).toBe('not-your-merchant BOR-5.1');
    expect(send('mer-0-2', 'mer-0-1')).toBe('own-defender BOR-5.1');
    expect(send('mer-0-1', 'mer-2-1')).toBe('different-companies BOR-5.1');
    expect(send('mer-0-1', 'mer-3-1')).toBe('defender-not-above BOR-5.1');
    expect(send('mer-0-1', 'mer-1-1')).toBe('no-cards BOR-5.2');
    expect(send('mer-0-1', 'mer-1-1', 'x', 'x')).toBe('duplicate-card BOR-5.2');
    expect(send('mer-0-1', 'mer-1-1', 'ship-ry-pepper')).toBe('card-not-in-hand BOR-5.2');
    expect(send('mer-0-1', 'mer-1-1', 'ship-rb-pepper', 'ship-gb-pepper')).toBe('card-without-flag BOR-5.2');
    expect(send('mer-0-1', 'mer-1-1', 'ship-rb-pepper', 'ship-br-pepper')).toBe('accepted');
  });

  test('BOR-5.2: a flag in either row will do', () => {
    const state = asked(RED, { hands: { ...HANDS, 0: ['ship-br-cinnamon', 'ship-gb-pepper'] } });
    expect(refusal(state, 0, attackWith('mer-0-1', 'mer-2-1', 'ship-br-cinnamon'))).toBe('accepted');
  });

  test('BOR-5.3: E16 no attack with the only card', () => {
    const state = asked(RED, { hands: { ...HANDS, 0: ['ship-rb-pepper'] } });
    expect(refusal(state, 0, attackWith('mer-0-1', 'mer-1-1', 'ship-rb-pepper'))).toBe(
      'must-keep-card BOR-5.3',
    );
    expect([...game.legal(state, 0)].filter(({ type }) => type === 'attack')).toEqual([]);
  });

  test('BOR-5.3: a hand of two fitting cards can attack with one of them', () => {
    const state = asked(
      { red: ['mer-1-1', 'mer-0-1'] },
      { hands: { ...HANDS, 0: ['ship-rb-pepper', 'ship-rb-cloves'] } },
    );
    const attacks = [...game.legal(state, 0)].filter(({ type }) => type === 'attack');
    expect(attacks).toEqual([
      attackWith('mer-0-1', 'mer-1-1', 'ship-rb-pepper'),
      attackWith('mer-0-1', 'mer-1-1', 'ship-rb-cloves'),
    ]);
  });

  const attacked = (...cards: string[]) => {
    const companies = { red: ['mer-1-1', 'mer-0-1'] };
    return accepted(asked(companies, { hands: HANDS }), 0, attackWith('mer-0-1', 'mer-1-1', ...cards)).state;
  };

  test('BOR-5.4: E14 what a defence may not be, in order', () => {
    const one = attacked('ship-rb-pepper');
    const send = (...cards: string[]) => refusal(one, 1, defendWith(...cards));
    expect(send('x', 'x')).toBe('duplicate-card BOR-5.4');
    expect(send('ship-rb-nutmeg', 'ship-gb-nutmeg')).toBe('card-not-in-hand BOR-5.4');
    expect(send('ship-gb-nutmeg', 'ship-ry-cloves')).toBe('card-without-flag BOR-5.4');
    expect(send('ship-gb-nutmeg')).toBe('card-without-flag BOR-5.4');
    expect(send('ship-ry-cloves', 'ship-br-pepper')).toBe('too-many-cards BOR-5.4');
    expect(send()).toBe('accepted');

    const state = asked(
      { red: ['mer-1-1', 'mer-0-1'] },
      { hands: { ...HANDS, 1: ['ship-ry-cloves', 'ship-br-pepper'] } },
    );
    const two = accepted(
      state,
      0,
      attackWith('mer-0-1', 'mer-1-1', 'ship-rb-pepper', 'ship-rb-cloves'),
    ).state;
    expect(refusal(two, 1, defendWith('ship-ry-cloves', 'ship-br-pepper'))).toBe('must-keep-card BOR-5.4');
    expect([...game.legal(two, 1)]).toEqual([
      defendWith(),
      defendWith('ship-ry-cloves'),
      defendWith('ship-br-pepper'),
    ]);
  });

  test('BOR-5.4: the defender sees the cards before answering', () => {
    const state = attacked('ship-rb-pepper', 'ship-rb-cloves');
    expect(game.publicView(state)).toMatchObject({
      phase: 'defence',
      fight: {
        company: 'red',
        attacker: 'mer-0-1',
        defender: 'mer-1-1',
        attackCards: ['ship-rb-pepper', 'ship-rb-cloves'],
        defenceCards: [],
        bonus: 0,
      },
    });
    expect(game.seatView(state, 0).hand).toEqual(['ship-gb-pepper']);
  });

  test('BOR-5.5, BOR-5.6, BOR-5.7: E12 a fight won by the bonus', () => {
    const state = asked(RED, { hands: HANDS });
    const declared = accepted(state, 0, attackWith('mer-0-1', 'mer-1-1', 'ship-rb-pepper'));
    expect(heard(declared)).toEqual([
      {
        type: 'attack-declared',
        seat: 0,
        against: 1,
        attacker: 'mer-0-1',
        defender: 'mer-1-1',
        company: 'red',
        cards: ['ship-rb-pepper'],
        bonus: 1,
      },
    ]);
    const held = accepted(declared.state, 1, defendWith('ship-ry-cloves'));
    expect(heard(held)).toEqual([
      { type: 'defence-played', seat: 1, cards: ['ship-ry-cloves'], automatic: false },
      { type: 'fight-resolved', attackFlags: 3, defenceFlags: 3, bonus: 1, winner: 'defender' },
    ]);
    expect(asking(held.state)).toEqual(['1 reward']);

    const weak = accepted(declared.state, 1, defendWith('ship-br-pepper'));
    expect(told(weak, 'fight-resolved')).toMatchObject({ defenceFlags: 1, winner: 'attacker' });
    expect(asking(weak.state)).toEqual(['1 retreat']);
  });

  test('BOR-5.5: only flags of the contested company count, in both rows', () => {
    const state = asked(
      { red: ['mer-1-1', 'mer-0-1'] },
      {
        hands: {
          0: ['ship-mix-pepper-1', 'ship-br-cloves', 'ship-gb-pepper'],
          1: ['ship-ry-cloves', 'ship-gb-nutmeg'],
        },
      },
    );
    const { state: fighting } = accepted(
      state,
      0,
      attackWith('mer-0-1', 'mer-1-1', 'ship-mix-pepper-1', 'ship-br-cloves'),
    );
    const done = accepted(fighting, 1, defendWith('ship-ry-cloves'));
    expect(told(done, 'fight-resolved')).toMatchObject({
      attackFlags: 2,
      defenceFlags: 3,
      winner: 'defender',
    });
  });

  test('BOR-5.6: all merchants in between count, the attacker’s own too', () => {
    const state = asked({ red: ['mer-1-1', 'mer-0-2', 'mer-2-1', 'mer-0-1'] }, { hands: HANDS });
    const done = accepted(state, 0, attackWith('mer-0-1', 'mer-1-1', 'ship-rb-pepper'));
    expect(told(done, 'attack-declared').bonus).toBe(2);
  });

  test('BOR-5.7: E13 equal flags favour the attacker', () => {
    const done = accepted(attacked('ship-rb-pepper'), 1, defendWith('ship-ry-cloves'));
    expect(told(done, 'fight-resolved')).toEqual({
      type: 'fight-resolved',
      attackFlags: 3,
      defenceFlags: 3,
      bonus: 0,
      winner: 'attacker',
    });
  });

  const beaten = (more: Partial<Shown['companies']> = {}) =>
    scenario({
      kind: 'retreat',
      asked: 1,
      hands: { 0: ['ship-gb-pepper'] },
      companies: {
        red: ['mer-1-1', 'mer-2-1', 'mer-0-1', 'mer-3-1'],
        green: ['mer-3-2', 'mer-2-2'],
        ...more,
      },
      fight: {
        company: 'red',
        attacker: 'mer-0-1',
        defender: 'mer-1-1',
        attackCards: ['ship-rb-pepper', 'ship-rb-cloves'],
        defenceCards: ['ship-br-pepper'],
        bonus: 1,
      },
    });
  const retreatTo = (to: string): Command => ({ type: 'choose-retreat', to });

  test('BOR-5.8, BOR-5.10: E15 the beaten merchant takes the space left', () => {
    const done = accepted(beaten(), 1, retreatTo('swap'));
    expect(done.state.shown.companies.red).toEqual(['mer-0-1', 'mer-2-1', 'mer-1-1', 'mer-3-1']);
    expect(heard(done)).toEqual([
      { type: 'merchant-retreated', seat: 1, merchant: 'mer-1-1', mode: 'swap', company: 'red', rank: 3 },
      {
        type: 'cards-discarded',
        seat: null,
        cards: ['ship-rb-pepper', 'ship-rb-cloves', 'ship-br-pepper'],
        reason: 'fight',
      },
    ]);
    expect(done.state.shown.discard).toEqual(['ship-rb-pepper', 'ship-rb-cloves', 'ship-br-pepper']);
    expect(game.publicView(done.state)).toMatchObject({ fight: null, phase: 'shipment' });
  });

  test('BOR-5.10: until the retreat is chosen no card is discarded, and no reward is given', () => {
    const attack = attackWith('mer-0-1', 'mer-1-1', 'ship-rb-pepper');
    const state = asked(RED, { hands: HANDS, discard: ['ship-gy-nutmeg'] });
    const fought = playedThrough(state, attack, defendWith('ship-br-pepper'));
    expect(asking(fought.state)).toEqual(['1 retreat']);
    expect(fought.state.shown.discard).toEqual(['ship-gy-nutmeg']);
    const done = playedThrough(fought.state, retreatTo('swap'));
    expect(done.state.shown.discard).toEqual(['ship-gy-nutmeg', 'ship-rb-pepper', 'ship-br-pepper']);
    expect(done.state.shown.players.map(({ warehouse }) => warehouse)).toEqual([[], [], [], []]);
    expect(typesOf(done)).not.toContain('reward-taken');
  });

  test('BOR-5.10: nor until the reward is chosen, and the attacker gets nothing', () => {
    const attack = attackWith('mer-0-1', 'mer-1-1', 'ship-ry-pepper');
    const state = asked(RED, { hands: { ...HANDS, 0: ['ship-ry-pepper', 'ship-gb-pepper'] } });
    const fought = playedThrough(state, attack, defendWith('ship-ry-cloves'));
    expect(asking(fought.state)).toEqual(['1 reward']);
    expect(fought.state.shown.discard).toEqual([]);
    const done = playedThrough(fought.state, reward('ship-ry-cloves'));
    expect(done.state.shown.discard).toEqual(['ship-ry-pepper']);
    expect(done.state.shown.players.map(({ warehouse }) => warehouse)).toEqual([
      [],
      ['ship-ry-cloves'],
      [],
      [],
    ]);
  });

  test('BOR-5.8: E15 or leaves for another company, and the column closes up', () => {
    const done = accepted(beaten(), 1, retreatTo('green'));
    expect(done.state.shown.companies.red).toEqual(['mer-0-1', 'mer-2-1', 'mer-3-1']);
    expect(done.state.shown.companies.green).toEqual(['mer-3-2', 'mer-2-2', 'mer-1-1']);
    expect(heard(done)[0]).toEqual({
      type: 'merchant-retreated',
      seat: 1,
      merchant: 'mer-1-1',
      mode: 'leave',
      company: 'green',
      rank: 3,
    });
  });

  test('BOR-1.4, BOR-5.8: what a retreat may not be', () => {
    const full = ['mer-1-2', 'mer-1-3', 'mer-2-3', 'mer-3-3', 'mer-0-2'];
    const state = beaten({ blue: full });
    expect(refusal(state, 1, retreatTo('away'))).toBe('unknown-company BOR-5.8');
    expect(refusal(state, 1, retreatTo('red'))).toBe('same-company BOR-5.8');
    expect(refusal(state, 1, retreatTo('blue'))).toBe('company-full BOR-1.4');
    expect([...game.legal(state, 1)]).toEqual([retreatTo('swap'), retreatTo('yellow'), retreatTo('green')]);
  });

  test('BOR-15.1: a player who does not retreat in time swaps', () => {
    expect(game.fallback(beaten(), 1)).toEqual(retreatTo('swap'));
  });

  test('BOR-15.6: with nowhere else to go the swap is automatic', () => {
    const state = asked({ red: ['mer-1-1', 'mer-0-1'] }, { hands: { ...HANDS, 1: ['ship-gb-nutmeg'] } });
    // With the built-in edition there are never so many merchants.
    for (const company of ['blue', 'yellow', 'green'] as const)
      state.shown.companies[company] = ['a', 'b', 'c', 'd', 'e'].map((name) => `${company}-${name}`);
    const done = accepted(state, 0, attackWith('mer-0-1', 'mer-1-1', 'ship-rb-pepper'));
    expect(typesOf(done)).toEqual([
      'attack-declared',
      'defence-played',
      'fight-resolved',
      'merchant-retreated',
      'cards-discarded',
    ]);
    expect(done.state.shown.companies.red).toEqual(['mer-0-1', 'mer-1-1']);
    expect(asking(done.state)).toEqual(['0 shipment']);
  });

  test('BOR-15.6: with one company to go to, the beaten one is asked', () => {
    const state = asked(
      {
        red: ['mer-1-1', 'mer-0-1'],
        blue: ['mer-0-2', 'mer-0-3', 'mer-1-2', 'mer-1-3', 'mer-2-1'],
        yellow: ['mer-2-2', 'mer-2-3', 'mer-3-1', 'mer-3-2', 'mer-3-3'],
      },
      { hands: { ...HANDS, 1: ['ship-gb-nutmeg'] } },
    );
    const done = accepted(state, 0, attackWith('mer-0-1', 'mer-1-1', 'ship-rb-pepper'));
    expect(asking(done.state)).toEqual(['1 retreat']);
    expect([...game.legal(done.state, 1)].map((command) => 'to' in command && command.to)).toEqual([
      'swap',
      'green',
    ]);
  });

  const rewarding = () =>
    scenario({
      kind: 'reward',
      asked: 1,
      companies: RED,
      fight: {
        company: 'red',
        attacker: 'mer-0-1',
        defender: 'mer-1-1',
        attackCards: ['ship-rb-pepper', 'ship-br-pepper'],
        defenceCards: ['ship-ry-cloves', 'ship-mix-pepper-1'],
        bonus: 1,
      },
    });
  const reward = (card: string | null): Command => ({ type: 'choose-reward', card });

  test('BOR-5.9, BOR-5.10: the successful defender takes one of the cards played in defence', () => {
    const done = accepted(rewarding(), 1, reward('ship-ry-cloves'));
    expect(done.state.shown.players[1]?.warehouse).toEqual(['ship-ry-cloves']);
    expect(done.state.shown.companies.red).toEqual(RED.red);
    expect(heard(done)).toEqual([
      { type: 'reward-taken', seat: 1, card: 'ship-ry-cloves' },
      {
        type: 'cards-discarded',
        seat: null,
        cards: ['ship-rb-pepper', 'ship-br-pepper', 'ship-mix-pepper-1'],
        reason: 'fight',
      },
    ]);
  });

  test('BOR-5.9: the defender may decline, and takes no card of the attacker', () => {
    const done = accepted(rewarding(), 1, reward(null));
    expect(told(done, 'reward-taken').card).toBeNull();
    expect(done.state.shown.players[1]?.warehouse).toEqual([]);
    expect(done.state.shown.discard).toHaveLength(4);
    expect(refusal(rewarding(), 1, reward('ship-rb-pepper'))).toBe('card-not-played BOR-5.9');
    expect([...game.legal(rewarding(), 1)]).toEqual([
      reward(null),
      reward('ship-ry-cloves'),
      reward('ship-mix-pepper-1'),
    ]);
  });

  test('BOR-15.1: a time-out takes the reward with the most units; in a tie, the first', () => {
    expect(game.fallback(rewarding(), 1)).toEqual(reward('ship-mix-pepper-1'));
    const equal = rewarding();
    if (equal.shown.fight) equal.shown.fight.defenceCards = ['ship-ry-cloves', 'ship-rg-cloves'];
    expect(game.fallback(equal, 1)).toEqual(reward('ship-ry-cloves'));
  });

  test('BOR-5.9, BOR-5.10: a defender who wins without a card gets nothing, and the fight is over', () => {
    const state = asked(RED, {
      hands: { ...HANDS, 0: ['ship-br-pepper', 'ship-gb-pepper'], 1: ['ship-gb-nutmeg', 'ship-gb-cloves'] },
    });
    const far = {
      ...state,
      shown: {
        ...state.shown,
        companies: { ...state.shown.companies, red: ['mer-1-1', 'mer-2-1', 'mer-3-1', 'mer-0-1'] },
      },
    };
    const declared = accepted(far, 0, attackWith('mer-0-1', 'mer-1-1', 'ship-br-pepper'));
    const done = accepted(declared.state, 1, defendWith());
    expect(typesOf(done)).toEqual(['defence-played', 'fight-resolved', 'cards-discarded']);
    expect(told(done, 'fight-resolved')).toMatchObject({ winner: 'defender', bonus: 2, defenceFlags: 0 });
    expect(done.state.shown.discard).toEqual(['ship-br-pepper']);
    expect(done.state.shown.players.map(({ warehouse }) => warehouse)).toEqual([[], [], [], []]);
    expect(game.publicView(done.state).fight).toBeNull();
    expect(asking(done.state)).toEqual(['0 shipment']);
  });

  test('BOR-15.1: a player who does not defend in time plays no card', () => {
    expect(game.fallback(attacked('ship-rb-pepper'), 1)).toEqual(defendWith());
  });

  test('BOR-15.4: a defender is skipped only if the public hand count proves that no defence is possible', () => {
    const attackOn = (hand: string[]) =>
      accepted(
        asked(RED, { hands: { ...HANDS, 1: hand } }),
        0,
        attackWith('mer-0-1', 'mer-1-1', 'ship-rb-pepper'),
      );
    const single = attackOn(['ship-ry-cloves']);
    expect(heard(single)[1]).toEqual({ type: 'defence-played', seat: 1, cards: [], automatic: true });
    expect(asking(single.state)).toEqual(['1 retreat']);
    const unfit = attackOn(['ship-gb-nutmeg', 'ship-gy-nutmeg']);
    expect(asking(unfit.state)).toEqual(['1 defence']);
    expect([...game.legal(unfit.state, 1)]).toEqual([defendWith()]);
  });
});
