// The board's own computations agree with the rules, in random matches.
import { expect, test } from '@jest/globals';
import { borneo } from '../../../shared/games/borneo/index.ts';
import { game } from '../../../shared/games/borneo/testing/scenario.ts';
import { newsFor } from '../../../shared/kernel/journal.ts';
import { begin, playSteps, randomCommand, seedOf } from '../../../shared/testing/play.ts';
import { known } from '../parts/atlas.ts';
import { picksAhead } from './distribution.ts';
import { outcomeOf, shownFlags, strengthOf, tallied } from './flags.ts';
import { atlasOf, missionsInPlay } from './pieces.ts';

const atlas = atlasOf(borneo.catalogue.of(borneo.builtIn));

function* randomMatch(seats: number, n: number) {
  const { state } = begin(game, seats, seedOf(n), { blackbeard: n % 2 === 0 });
  for (const { before, after, news } of playSteps(game, state, seedOf(n + 1), () => randomCommand))
    yield { before: before.shown, after: after.shown, events: newsFor(news, null) };
}

test.each([3, 4, 5])('with %d players', (seats) => {
  const seen = { distributions: 0, fights: 0, picks: 0 };
  for (let n = 0; n < 4; n++)
    for (const { before, after, events } of randomMatch(seats, seats * 100 + n)) {
      for (const { pile, counts } of after.slots)
        expect(tallied(shownFlags(known(atlas.shipments, pile)))).toEqual(counts);
      for (const event of events) {
        if (event.type === 'shipment-played') {
          const { pile = [], harbourId } = before.slots[event.slot] ?? {};
          const harbour = atlas.harbours.get(harbourId ?? '');
          if (harbour === undefined) throw new Error('no harbour');
          const { kind, companies } = outcomeOf(known(atlas.shipments, [...pile, event.card]), harbour);
          const started = events.find(({ type }) => type === 'distribution-started');
          expect(kind !== 'open').toBe(started !== undefined);
          if (started?.type !== 'distribution-started') continue;
          expect({ kind, companies }).toEqual({ kind: started.kind, companies: started.companies });
          seen.distributions++;
        }
        if (event.type === 'fight-resolved') {
          const fight = before.fight;
          const declared = events.find(({ type }) => type === 'attack-declared');
          const played = events.find(({ type }) => type === 'defence-played');
          const attack = declared?.type === 'attack-declared' ? declared : undefined;
          const company = fight?.company ?? attack?.company;
          if (company === undefined || played?.type !== 'defence-played') throw new Error('no fight');
          const attackCards = known(atlas.shipments, fight?.attackCards ?? attack?.cards ?? []);
          const defenceCards = known(atlas.shipments, played.cards);
          const { attackerWins, ...told } = strengthOf(
            { company, bonus: event.bonus },
            attackCards,
            defenceCards,
          );
          expect(attackerWins).toBe(event.winner === 'attacker');
          expect(told).toEqual({
            attack: event.attackFlags,
            defence: event.defenceFlags,
            bonus: event.bonus,
          });
          seen.fights++;
        }
      }
      if (before.distribution !== null) {
        const ahead = picksAhead(before.companies, before.distribution);
        expect(ahead).toHaveLength(before.distribution.remaining.length);
        const picked = events.flatMap((event) => (event.type === 'spice-picked' ? [event] : []));
        const { length } = picked;
        expect(picked.map(({ company, rank, merchant }) => ({ company, rank, merchant }))).toEqual(
          ahead.slice(0, length),
        );
        seen.picks += length;
      }
      const laidOut = missionsInPlay(atlas, seats).map(({ id }) => id);
      expect(laidOut.filter((id) => after.availableMissions.includes(id))).toEqual(after.availableMissions);
    }
  expect(seen.distributions).toBeGreaterThan(20);
  expect(seen.fights).toBeGreaterThan(5);
  expect(seen.picks).toBeGreaterThan(50);
});
