// Beside the chart: stock, piles, and the public facts of each player.
import { SeatMark } from '../../seats/seat-mark.tsx';
import { Group } from '../parts/group.tsx';
import { Piece } from '../parts/piece.tsx';
import { known, type View } from './atlas.ts';
import { MATERIAL, meaningOf } from './picking.ts';
import { isShipLit, ShipFace, shipLabel } from './ship.tsx';
import { isLit, isPicked, nameOf, pickMeaning, playerAt, type Sight, say, toldTally } from './sight.ts';
import { Cube, Sign } from './symbols.tsx';
import { atMaterial, atSeat, MISSIONS, NAVIGATION, STOCK } from './trace.ts';

export function Stock({ sight }: { readonly sight: Sight }) {
  const { atlas, view, commands, picks } = sight;
  const empty = meaningOf(commands, picks, MATERIAL, null);
  return (
    <Group label={say('stock')} class="rot-stock" at={STOCK}>
      {atlas.materials.map((material) => {
        const { id } = material;
        const count = view.stock[id] ?? 0;
        const meaning = meaningOf(commands, picks, MATERIAL, id);
        return (
          <Piece
            key={id}
            class="rot-heap"
            label={say('inStock', { name: nameOf(sight, id), count })}
            at={atMaterial(id)}
            lit={isLit(sight, id)}
            picked={isPicked(sight, 'material', id)}
            onPick={meaning && (() => pickMeaning(sight, meaning))}
          >
            <Cube material={material} /> <b>{count}</b>
          </Piece>
        );
      })}
      {empty !== undefined && (
        <Piece
          class="rot-answer"
          label={say('withoutCargo')}
          picked={isPicked(sight, 'material', null)}
          onPick={() => pickMeaning(sight, empty)}
        >
          {say('withoutCargo')}
        </Piece>
      )}
      <Piles sight={sight} />
    </Group>
  );
}

function Piles({ sight }: { readonly sight: Sight }) {
  const { view, atlas } = sight;
  const used = known(atlas.cards, view.navigationDiscard);
  const [latest] = used.slice(-1);
  return (
    <>
      <Piece
        class="rot-pile"
        label={say('navigationPile', { count: view.navigationPileCount })}
        at={NAVIGATION}
      >
        <Sign of="navigation-cards" /> <b>{view.navigationPileCount}</b>
      </Piece>
      <Piece
        class="rot-pile"
        label={`${say('navigationUsed', { count: used.length })} ${used.map(({ id }) => nameOf(sight, id)).join(', ')}`}
      >
        <Sign of={latest?.kind ?? 'no-card'} /> <b>{used.length}</b>
      </Piece>
      <Piece class="rot-pile" label={say('missionPile', { count: view.missionDeckCount })} at={MISSIONS}>
        <Sign of="mission-cards" /> <b>{view.missionDeckCount}</b>
      </Piece>
    </>
  );
}

export function Players({ sight }: { readonly sight: Sight }) {
  return (
    <Group label={say('players')} class="rot-players">
      {sight.view.players.map((player) => (
        <Player key={player.seat} sight={sight} player={player} />
      ))}
    </Group>
  );
}

interface OfPlayer {
  readonly sight: Sight;
  readonly player: View['players'][number];
}

function Player({ sight, player }: OfPlayer) {
  const { atlas, view, props, moved } = sight;
  const { seat, missionPoints, missionCount, productCount, navigationCount, laid, fulfilled, revealed } =
    player;
  const name = playerAt(sight, seat);
  const target = view.options.targetMissionPoints;
  const waiting = Object.entries(view.ships).filter(
    ([, ship]) => ship.owner === seat && ship.position === null,
  );
  const shown = toldTally(sight, revealed);
  const counts = [
    say('missionPoints', { count: missionPoints, target }),
    say('productCount', { count: productCount }),
    say('navigationCount', { count: navigationCount }),
    say('missionCount', { count: missionCount }),
    ...(fulfilled.length > 0 ? [say('fulfilled', { count: fulfilled.length })] : []),
    ...(shown === '' ? [] : [say('shows', { products: shown })]),
  ];
  return (
    <div class="rot-player" data-turn={view.turn === seat ? '' : undefined}>
      <Piece
        class="rot-player-head"
        label={`${name}. ${counts.join('. ')}`}
        at={atSeat(seat)}
        lit={props.litSeats.value.has(seat)}
      >
        <SeatMark seat={seat} />
        <span class="rot-player-name">{name}</span>
        <b class="rot-points">
          {missionPoints}/{target}
        </b>
        <span class="rot-counts">
          <span class="rot-count">
            <Sign of="product-cards" />
            {productCount}
          </span>
          <span class="rot-count">
            <Sign of="navigation-cards" />
            {navigationCount}
          </span>
          <span class="rot-count">
            <Sign of="mission-cards" />
            {missionCount}
          </span>
        </span>
      </Piece>
      <div class="rot-berth">
        {waiting.map(([id, { cargo }]) => (
          <Piece
            key={id}
            class="rot-waiting"
            label={shipLabel(sight, id, null)}
            piece={id}
            lit={isShipLit(sight, id)}
            moved={moved.has(id)}
          >
            <ShipFace sight={sight} id={id} owner={seat} cargo={cargo} />
          </Piece>
        ))}
        {known(atlas.missions, fulfilled).map(({ id, products, value }) => (
          <Piece
            key={id}
            class="rot-laid"
            label={say('mission', {
              products: products.map((product) => nameOf(sight, product)).join(', '),
              count: value,
            })}
            piece={id}
            lit={isLit(sight, id)}
            moved={moved.has(id)}
          >
            <b class="rot-seal">{value}</b>
          </Piece>
        ))}
        {known(atlas.cards, laid).map(({ id, kind, points }) => (
          <Piece
            key={id}
            class="rot-laid"
            label={say('laid', { name: nameOf(sight, id), count: points })}
            piece={id}
            lit={isLit(sight, id)}
            moved={moved.has(id)}
          >
            <Sign of={kind} />
          </Piece>
        ))}
      </div>
    </div>
  );
}
