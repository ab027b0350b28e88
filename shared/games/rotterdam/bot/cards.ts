// When the bot plays its navigation cards, and which mission it fulfils.

import { spawnSeed } from '../../../kernel/rng.ts';
import type { CardCommand, CommandOf } from '../commands.ts';
import { imagine } from '../imagine.ts';
import { legalCards } from '../phases/card-choices.ts';
import { wayBack } from '../phases/cards.ts';
import { legalFulfilments } from '../phases/missions.ts';
import type { Position } from '../state.ts';
import { type Afloat, changed, fleetWorth, handWorth, type Mind } from './mind.ts';
import { GRUDGE } from './sailing.ts';

/** Less gain than this, and the card waits for a better use. */
const WORTH_PLAYING = 0.7;
/** What a joker is worth in a later mission. */
const JOKER = 2.5;

/** A state to ask the rules about: what the bot may do depends on nothing that it cannot see. */
function tableOf({ c, all, own, seat, luck }: Mind): Position {
  return imagine(c, all, own, seat, spawnSeed(luck)) as Position;
}

export function bestCard(mind: Mind): CardCommand | undefined {
  const { c, own, seat } = mind;
  const playable = own.navigation.filter((id) => c.card.get(id)?.kind !== 'joker');
  if (playable.length === 0) return undefined;
  const advantage = playable.find((id) => (c.card.get(id)?.points ?? 0) > 0);
  if (advantage !== undefined) return { type: 'lay-advantage', card: advantage };
  const before = fleetWorth(mind, mind.ships, GRUDGE);
  let best: CardCommand | undefined;
  let most = WORTH_PLAYING;
  for (const command of legalCards(c, tableOf(mind), seat)) {
    const gain = fleetWorth(mind, afterCard(mind, command), GRUDGE) - before;
    if (gain > most) {
      best = command;
      most = gain;
    }
  }
  return best;
}

/** Where the ships are and what they carry after a card. */
function afterCard({ c, ships, seat }: Mind, command: CardCommand): readonly Afloat[] {
  const cargoOf = (id: string) => ships.find((ship) => ship.id === id)?.cargo ?? null;
  const change = (id: string | null, changes: Partial<Afloat>) => (ship: Afloat) =>
    ship.id === id ? { ...ship, ...changes } : ship;
  const nextShip = () => ships.find(({ owner, position }) => owner === seat && position === null)?.id ?? null;
  switch (command.type) {
    case 'play-fortune-turns': {
      const { shipA, shipB } = command;
      return ships
        .map(change(shipA, { cargo: cargoOf(shipB) }))
        .map(change(shipB, { cargo: cargoOf(shipA) }));
    }
    case 'play-extra-cargo':
      return ships.map(change(nextShip(), { position: command.start, cargo: command.material }));
    case 'play-setback':
    case 'play-storm': {
      const from = ships.find(({ id }) => id === command.ship)?.position ?? '';
      return ships.map(change(command.ship, { position: wayBack(c, from, command.path)?.at(-1) ?? from }));
    }
    case 'play-cargo-thief': {
      const loot = cargoOf(command.from);
      const robbed = ships.map(change(command.from, { cargo: null }));
      if (command.start === null) return robbed.map(change(command.to, { cargo: loot }));
      return robbed.map(change(nextShip(), { position: command.start, cargo: loot }));
    }
    case 'play-inspection':
      return ships.map(change(command.ship, { cargo: null }));
    case 'lay-advantage':
      return ships;
  }
}

/** Most points, fewest jokers, and products that the other missions can spare. */
export function bestMission(mind: Mind): CommandOf<'fulfil-mission'> | undefined {
  const { c, own, seat } = mind;
  let best: CommandOf<'fulfil-mission'> | undefined;
  let most = 0;
  for (const command of legalFulfilments(c, tableOf(mind), seat)) {
    if (command.keepTurn) continue;
    const mission = c.mission.get(command.mission);
    if (mission === undefined) continue;
    const paid: Record<string, number> = {};
    for (const product of mission.products) {
      if (!command.jokers.some((joker) => joker.as === product)) paid[product] = 1;
    }
    const others = own.missions.filter((id) => id !== command.mission);
    const left = handWorth(c, others, changed(own.products, paid, {}));
    const worth = 10 + mission.value + left - JOKER * command.jokers.length;
    if (worth > most) {
      best = command;
      most = worth;
    }
  }
  return best;
}
