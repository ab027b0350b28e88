// The area of each player: cards in hand, completed missions, the warehouse by spice, the pirate ship.

import { SeatMark } from '../../seats/seat-mark.tsx';
import { Group } from '../parts/group.tsx';
import { Piece } from '../parts/piece.tsx';
import { stocksOf } from './payment.ts';
import type { View } from './pieces.ts';
import { nameOf, playerAt, type Sight, say } from './sight.ts';
import { CardBack, PirateShip, Spice } from './symbols.tsx';
import { atSeat } from './trace.ts';

export function Warehouses({ sight }: { readonly sight: Sight }) {
  return (
    <Group label={say('warehouses')} class="bor-warehouses">
      {sight.view.players.map((player) => (
        <Warehouse key={player.seat} sight={sight} player={player} />
      ))}
    </Group>
  );
}

interface OfPlayer {
  readonly sight: Sight;
  readonly player: View['players'][number];
}

function Warehouse({ sight, player }: OfPlayer) {
  const { view, atlas, props } = sight;
  const { seat, warehouse, handCount, missionCount, unplacedMerchants } = player;
  const stocks = stocksOf(atlas, warehouse);
  const hasPirates = view.pirateShip === seat;
  const told = stocks.map(({ spice, units }) => say('stock', { spice: nameOf(sight, spice), count: units }));
  const label = [
    say('warehouse', {
      player: playerAt(sight, seat),
      hand: say('handCount', { count: handCount }),
      missions: say('missionCount', { count: missionCount }),
      stocks: told.length === 0 ? say('stockEmpty') : told.join(', '),
    }),
    ...(unplacedMerchants > 0 ? [say('unplaced', { count: unplacedMerchants })] : []),
    ...(hasPirates ? [say('pirateHere')] : []),
  ].join('. ');
  return (
    <Piece class="bor-warehouse" label={label} at={atSeat(seat)} lit={props.litSeats.value.has(seat)}>
      <span class="bor-owner" data-active={view.activeSeat === seat ? '' : undefined}>
        <SeatMark seat={seat} size={14} />
        <b>{playerAt(sight, seat)}</b>
        <span class="bor-facts">
          <CardBack /> {handCount}
          <svg class="bor-rosette" viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="6" r="5" />
            <path d="M5 10 4 15.5 8 13.5 12 15.5 11 10" />
          </svg>
          {missionCount}
        </span>
        {hasPirates && <PirateShip />}
      </span>
      <span class="bor-stocks">
        {stocks.length === 0 && <span class="faint">{say('nothingYet')}</span>}
        {stocks.map(({ spice, units }) => (
          <span key={spice} class="bor-stock">
            <Spice spice={spice} />
            <b>{units}</b>
          </span>
        ))}
      </span>
    </Piece>
  );
}
