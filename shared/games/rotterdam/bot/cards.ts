// When the bot plays its navigation cards, and which mission it fulfils.
import { pieceOf } from '../../../kernel/pieces.ts';
import type { Command } from '../commands.ts';
import { wayBack } from '../phases/card-use.ts';
import {
  layAdvantage,
  playCargoThief,
  playExtraCargo,
  playFortuneTurns,
  playInspection,
  playSetback,
  playStorm,
} from '../phases/cards.ts';
import { fulfilMission } from '../phases/mission.ts';
import { lowestInSupply } from '../ships.ts';
import { imagined } from './imagined.ts';
import { changed, fleetWorth, handWorth, type Mind, type Ships, withShips } from './mind.ts';
import { GRUDGE } from './sailing.ts';

const CARD_RULES = [
  playFortuneTurns,
  playExtraCargo,
  playSetback,
  playStorm,
  layAdvantage,
  playCargoThief,
  playInspection,
] as const;
type CardCommand = Extract<Command, { type: (typeof CARD_RULES)[number]['type'] }>;

/** Below this gain the card is kept for a better use. */
const WORTH_PLAYING = 0.7;
/** The value of a joker in a later mission. */
const JOKER = 2.5;

export function bestCard(mind: Mind): CardCommand | undefined {
  const { components, all, own, seat } = mind;
  const playable = own.navigation.filter((id) => pieceOf(components.cardOf, id).kind !== 'joker');
  if (playable.length === 0) return undefined;
  const advantage = playable.find((id) => pieceOf(components.cardOf, id).points > 0);
  if (advantage !== undefined) return { type: 'lay-advantage', card: advantage };
  const before = fleetWorth(mind, all.ships, GRUDGE);
  const reading = imagined(mind);
  let best: CardCommand | undefined;
  let most = WORTH_PLAYING;
  for (const rule of CARD_RULES) {
    for (const command of rule.legal(reading, seat)) {
      const gain = fleetWorth(mind, afterCard(mind, command), GRUDGE) - before;
      if (gain > most) {
        best = command;
        most = gain;
      }
    }
  }
  return best;
}

/** Where the ships are and what they carry after a card. */
function afterCard(mind: Mind, command: CardCommand): Ships {
  const { ships } = mind.all;
  const cargoOf = (id: string) => ships[id]?.cargo ?? null;
  const nextShip = () => lowestInSupply({ shown: mind.all }, mind.seat) ?? '';
  switch (command.type) {
    case 'play-fortune-turns': {
      const { shipA, shipB } = command;
      return withShips(ships, [
        [shipA, { cargo: cargoOf(shipB) }],
        [shipB, { cargo: cargoOf(shipA) }],
      ]);
    }
    case 'play-extra-cargo':
      return withShips(ships, [[nextShip(), { position: command.start, cargo: command.material }]]);
    case 'play-setback':
    case 'play-storm': {
      const from = ships[command.ship]?.position ?? '';
      const position = wayBack(mind, from, command.path)?.at(-1) ?? from;
      return withShips(ships, [[command.ship, { position }]]);
    }
    case 'play-cargo-thief': {
      const { from, to, start } = command;
      const cargo = cargoOf(from);
      const robbed = [from, { cargo: null }] as const;
      if (start === null) return withShips(ships, [robbed, [to ?? '', { cargo }]]);
      return withShips(ships, [robbed, [nextShip(), { position: start, cargo }]]);
    }
    case 'play-inspection':
      return withShips(ships, [[command.ship, { cargo: null }]]);
    case 'lay-advantage':
      return ships;
  }
}

/** Most points, fewest jokers, and products that the other missions can spare. */
export function bestMission(mind: Mind): Command | undefined {
  const { components, own, seat } = mind;
  let best: Command | undefined;
  let most = 0;
  for (const command of fulfilMission.legal(imagined(mind), seat)) {
    if (command.keepTurn) continue;
    const mission = components.missionOf.get(command.mission);
    if (mission === undefined) continue;
    const paid: Record<string, number> = {};
    for (const product of mission.products) {
      if (!command.jokers.some((joker) => joker.as === product)) paid[product] = 1;
    }
    const others = own.missions.filter((id) => id !== command.mission);
    const left = handWorth(components, others, changed(own.products, paid, {}));
    const worth = 10 + mission.value + left - JOKER * command.jokers.length;
    if (worth > most) {
      best = command;
      most = worth;
    }
  }
  return best;
}
