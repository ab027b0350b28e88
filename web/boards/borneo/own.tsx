// The player's own area: the hand, the warehouse card by card, the completed missions.
import { batch } from '@preact/signals';
import type { BoardProps } from '../board.ts';
import { Answer } from '../parts/answer.tsx';
import { known } from '../parts/atlas.ts';
import { Card } from '../parts/card.tsx';
import { Hand } from '../parts/hand.tsx';
import { choosing, isPicked, pick, pickItem, some } from '../parts/picking.ts';
import { Piece } from '../parts/piece.tsx';
import { PieceFrame } from '../parts/piece-frame.tsx';
import { nameOf, newsOf } from '../parts/sight.ts';
import { MissionFace, ShipmentFace } from './cards.tsx';
import { sidesOf, standingOf } from './fight.tsx';
import { flagsFor } from './flags.ts';
import { cheapest, isCompletion, sortedStock, type Trade, tradesIn } from './payment.ts';
import { handType } from './picking.ts';
import type { Borneo } from './pieces.ts';
import { type Sight, say, useSight } from './sight.ts';
import { PirateShip, Spice, Spices } from './symbols.tsx';

export function Own(props: BoardProps<Borneo>) {
  const sight = useSight(props);
  if (sight.own === null || props.seat === null) return null;
  return (
    <PieceFrame>
      <div class="bor-own">
        <Shipments sight={sight} hand={sight.own.hand} />
        <OwnWarehouse sight={sight} seat={props.seat} />
        <OwnMissions sight={sight} missions={sight.own.missions} />
      </div>
    </PieceFrame>
  );
}

function Shipments({ sight, hand }: { readonly sight: Sight; readonly hand: readonly string[] }) {
  const { atlas, kind, picks, commands, props } = sight;
  const fight = sidesOf(sight);
  const counting = kind === 'company' || kind === 'defence' ? fight?.company : undefined;
  const listed = handType(kind, picks);
  const pickOf = (card: string) => {
    if (kind === 'shipment' && some(commands, 'play-shipment', { card }))
      return () => pick(sight, { fields: { card } });
    if (
      listed !== undefined &&
      props.choice?.offers('cards', card) === true &&
      mayJoin(sight, card, counting)
    )
      return () => pickItem(sight, listed, 'cards', card);
    return undefined;
  };
  const aside = () => {
    if (kind === 'discard') return say('handExcess', { count: excessOf(sight, hand) });
    return fight === undefined || counting === undefined ? undefined : standingOf(sight, fight);
  };
  return (
    <Hand title={say('hand')} aside={aside()} class="bor-hand" empty={say('handEmpty')}>
      {known(atlas.shipments, hand).map((shipment) => {
        const { id } = shipment;
        const name = nameOf(sight, id);
        const isChosen =
          (kind === 'shipment' && isPicked(sight, { fields: { card: id } })) || isInCards(sight, id);
        return (
          <Card
            key={id}
            sight={sight}
            id={id}
            class="bor-card bor-held"
            isCard
            label={
              counting === undefined
                ? name
                : say('cardFlags', { name, count: flagsFor(counting, [shipment]) })
            }
            picked={isChosen}
            onPick={pickOf(id)}
          >
            <ShipmentFace shipment={shipment} counting={counting} />
          </Card>
        );
      })}
    </Hand>
  );
}

/** Of cards that are picked one by one. */
function isInCards(sight: Sight, id: string): boolean {
  return isPicked(sight, { fields: { cards: id } });
}

/** How many cards are still to be chosen. */
function excessOf(sight: Sight, hand: readonly string[]): number {
  const kept = hand.filter((card) => !isInCards(sight, card)).length;
  return Math.max(0, kept - (sight.atlas.constants['handLimit'] ?? kept));
}

/** In a fight only cards with a flag of the company may be played. */
function mayJoin(
  { atlas }: Sight,
  card: string,
  counting: Parameters<typeof flagsFor>[0] | undefined,
): boolean {
  return counting === undefined || flagsFor(counting, known(atlas.shipments, [card])) > 0;
}

function OwnWarehouse({ sight, seat }: { readonly sight: Sight; readonly seat: number }) {
  const { atlas, ground, props, picks, kind } = sight;
  const { choice } = props;
  const warehouse = ground.players[seat]?.warehouse ?? [];
  const isPaying = kind !== null && choice !== null && picks.values.has('mission');
  const payments = isPaying ? choice.fitting.value.filter(isCompletion) : [];
  const trades = tradesIn(payments);
  // The cheapest of some payments need not be the cheapest of all.
  const canSuggest = choice?.legal.value.complete === true && (payments.length > 1 || trades.length > 0);
  return (
    <Hand
      title={say('yourWarehouse')}
      aside={say('points', { count: pointsOf(sight, warehouse.length) })}
      class="bor-stock-row"
      empty={`${say('stockEmpty')}.`}
    >
      {known(atlas.cards, sortedStock(atlas, warehouse)).map(({ id, spice, units }) => {
        const isPaid = isPaying && isInCards(sight, id);
        const can = isPaying && (isPaid || choice.fitsAsItem('cards', id));
        return (
          <Piece
            key={id}
            class="bor-coin"
            label={say('coin', { name: nameOf(sight, id), spice: nameOf(sight, spice), count: units })}
            {...newsOf(sight, id)}
            picked={isPaid}
            onPick={can ? () => pickItem(sight, 'complete-mission', 'cards', id) : undefined}
          >
            <Spices spice={spice} units={units} />
          </Piece>
        );
      })}
      {canSuggest && <Answer label={say('suggest')} onPick={() => suggest(sight)} />}
      {trades.map((trade) => {
        const told = say('trade', { card: nameOf(sight, trade.card), as: nameOf(sight, trade.as) });
        return (
          <Answer key={told} label={`${say('trades')}: ${told}`} {...choosing(sight, { fields: { trade } })}>
            <TradeFace sight={sight} trade={trade} />
          </Answer>
        );
      })}
    </Hand>
  );
}

function TradeFace({ sight: { atlas }, trade }: { readonly sight: Sight; readonly trade: Trade }) {
  const card = atlas.cards.get(trade.card);
  return (
    <>
      <PirateShip />
      {card !== undefined && <Spices spice={card.spice} units={card.units} />} → <Spice spice={trade.as} />
    </>
  );
}

/** Picks the cheapest payment of the picked mission. */
function suggest(sight: Sight): void {
  const { choice } = sight.props;
  const mission = sight.picks.values.get('mission');
  const completions = sight.commands.filter(
    (command) => isCompletion(command) && command.mission === mission,
  );
  const best = cheapest(sight.atlas, completions);
  if (choice === null || best === undefined) return;
  batch(() => {
    choice.clear();
    choice.pickType(best.type);
    choice.pick('mission', best.mission);
    if (best.trade !== undefined) choice.pick('trade', best.trade);
    for (const card of best.cards) choice.toggle('cards', card);
  });
}

function pointsOf({ atlas }: Sight, cards: number): number {
  return cards * (atlas.constants['warehouseCardVp'] ?? 1);
}

function OwnMissions({ sight, missions }: { readonly sight: Sight; readonly missions: readonly string[] }) {
  const tiles = known(sight.atlas.missions, missions);
  const points = tiles.reduce((sum, { vp }) => sum + vp, 0);
  return (
    <Hand
      title={say('yourMissions')}
      aside={say('points', { count: points })}
      class="bor-stock-row"
      empty={say('nothingYet')}
    >
      {tiles.map((mission) => (
        <Card key={mission.id} sight={sight} id={mission.id} class="bor-tile" isCard>
          <MissionFace mission={mission} />
        </Card>
      ))}
    </Hand>
  );
}
