// The player's own area: the possible answers, own ships with their cargo, and what can be bought.
import type { BoardProps } from '../board.ts';
import { Group } from '../parts/group.tsx';
import { isPicked, offered, pickOnly, some } from '../parts/picking.ts';
import { Piece } from '../parts/piece.tsx';
import { PieceFrame } from '../parts/piece-frame.tsx';
import { nameOf } from '../parts/sight.ts';
import { cargoOf, holdOf, isForSale, isHeld, shipLabel } from './afloat.tsx';
import { Answers } from './answers.tsx';
import { type Cabo, SHIP_KINDS, type Ship } from './pieces.ts';
import { isForLaying, type Sight, say, useSight } from './sight.ts';
import { Actions } from './strip.tsx';
import { Coin, Good, SailorFigure, ShipFigure } from './symbols.tsx';
import { salesOf } from './voyage.ts';

export function Own(props: BoardProps<Cabo>) {
  const sight = useSight(props);
  if (props.seat === null) return null;
  return (
    <PieceFrame>
      <div class="cab-own">
        <Fleet sight={sight} seat={props.seat} />
        <div class="cab-beside">
          <Answers sight={sight} />
          {!isAnswering(sight.kind) && !isForLaying(sight) && <Shop sight={sight} seat={props.seat} />}
        </div>
      </div>
    </PieceFrame>
  );
}

interface Props {
  readonly sight: Sight;
  readonly seat: number;
}

/** Something else is asked, and nothing can be bought: the question gets the room. */
function isAnswering(kind: Sight['kind']): boolean {
  return kind === 'berth-request' || kind === 'ransom-demand' || kind === 'ransom-counter' || kind === 'debt';
}

function Fleet({ sight, seat }: Props) {
  const ships = sight.ground.ships.filter((ship) => ship.seat === seat);
  const sailors = sight.ground.sailors.filter((sailor) => sailor.seat === seat);
  const isSelling = sight.kind === 'debt';
  return (
    <section class="cab-fleet">
      <h2 class="unseen">{say('yourShips')}</h2>
      <Group label={say('yourShips')} class="cab-cards">
        {ships.length === 0 && <p class="faint">{say('noShips')}</p>}
        {ships.map((ship) => (
          <ShipCard key={ship.id} sight={sight} ship={ship} />
        ))}
        {isSelling &&
          sailors.map(({ id }) => (
            <Piece
              key={id}
              class="cab-card"
              label={say('sell', { piece: nameOf(sight, id), price: sight.atlas.sell['sailor'] ?? 0 })}
              picked={isForSale(sight, id)}
              onPick={holdOf(sight, id)}
            >
              <SailorFigure seat={seat} />
              <span class="cab-card-text">
                <b>{[say('sailor'), ...numberOf(id)].join(' ')}</b>
                <Proceeds sight={sight} kind="sailor" />
              </span>
            </Piece>
          ))}
      </Group>
    </section>
  );
}

function ShipCard({ sight, ship }: { readonly sight: Sight; readonly ship: Ship }) {
  const { atlas, ground } = sight;
  const { id, kind, seat, heading } = ship;
  const isSelling = sight.kind === 'debt';
  const card = cargoOf(sight, ship);
  const cargo = card === null ? undefined : atlas.cards.get(card);
  const sales = cargo === undefined ? [] : salesOf(atlas, ground, cargo, ship.origin);
  const told = sales.map(({ portId, price }) => say('sale', { port: nameOf(sight, portId), price }));
  const plain = shipLabel(sight, ship);
  const label = told.length === 0 ? plain : `${plain}. ${say('sales')} ${told.join(', ')}`;
  return (
    <Piece
      class="cab-card"
      label={isSelling ? say('sell', { piece: nameOf(sight, id), price: atlas.sell[kind] ?? 0 }) : label}
      picked={isHeld(sight, id) || isForSale(sight, id)}
      moved={sight.moved.has(id)}
      onPick={holdOf(sight, id)}
    >
      <ShipFigure kind={kind} seat={seat} heading={heading} />
      <span class="cab-card-text">
        <span>
          <b>{kind === 'pirate' ? say(kind) : [say(kind), ...numberOf(id)].join(' ')}</b>
          {cargo !== undefined && (
            <span class="cab-cargo">
              {' '}
              <Good good={cargo.good} /> {nameOf(sight, cargo.good)}{' '}
              <span class="faint">{cargo.prices.join('\u00a0·\u00a0')}</span>
            </span>
          )}
        </span>
        {isSelling ? (
          <Proceeds sight={sight} kind={kind} />
        ) : cargo === undefined ? (
          <span class="faint">{say(kind === 'pirate' ? 'pirateCargo' : 'noCargo')}</span>
        ) : (
          <span class="cab-sales">{told.join(', ')}</span>
        )}
      </span>
    </Piece>
  );
}

/** What the bank pays for it. */
function Proceeds({ sight, kind }: { readonly sight: Sight; readonly kind: string }) {
  return (
    <span class="cab-coins">
      <Coin /> +{sight.atlas.sell[kind] ?? 0}
    </span>
  );
}

/** Of two ships of a kind. */
function numberOf(id: string): string[] {
  return /\d+$/.exec(id)?.slice() ?? [];
}

function Shop({ sight, seat }: Props) {
  const player = sight.ground.seats[seat];
  if (player === undefined) return null;
  const { atlas, commands } = sight;
  return (
    <section class="cab-part cab-shop">
      <h2>
        <span class="cab-words">{say('shop')} </span>
        <span class="cab-coins">
          <Coin /> {player.coins}
          <span class="unseen"> {say('coins')}</span>
        </span>{' '}
        {sight.ground.turnSeat === seat && <Actions sight={sight} />}
      </h2>
      <Group label={say('shop')} class="cab-cards">
        {SHIP_KINDS.map((kind) => {
          const meaning = { type: 'buy-ship', fields: { kind } } as const;
          return (
            <Piece
              key={kind}
              class="cab-card cab-ware"
              label={say('buy', {
                piece: nameOf(sight, kind),
                price: atlas.buy[kind] ?? 0,
                count: player.reserve[kind],
              })}
              picked={isPicked(sight, meaning)}
              onPick={offered(sight, meaning) && (() => pickOnly(sight, meaning))}
            >
              <ShipFigure kind={kind} seat={seat} />
              <Price name={say(kind)} count={player.reserve[kind]} price={atlas.buy[kind] ?? 0} />
            </Piece>
          );
        })}
        <Piece
          class="cab-card cab-ware"
          label={say('buy', {
            piece: nameOf(sight, 'sailor'),
            price: atlas.buy['sailor'] ?? 0,
            count: player.reserve.sailor,
          })}
          picked={sight.picks.type === 'buy-sailor'}
          onPick={some(commands, 'buy-sailor') ? () => pickOnly(sight, { type: 'buy-sailor' }) : undefined}
        >
          <SailorFigure seat={seat} />
          <Price name={say('sailor')} count={player.reserve.sailor} price={atlas.buy['sailor'] ?? 0} />
        </Piece>
      </Group>
    </section>
  );
}

interface OfPrice {
  readonly name: string;
  readonly count: number;
  readonly price: number;
}

function Price({ name, count, price }: OfPrice) {
  return (
    <span class="cab-card-text">
      <span>{name}</span>
      <span>
        <b>{price}</b> <span class="faint">×{count}</span>
      </span>
    </span>
  );
}
