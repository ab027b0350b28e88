// What a player owns: cards in hand, completed missions, the warehouse by spice, the pirate ship.
import type { SeatProps } from '../board.ts';
import { Amount, Owned } from '../parts/owned.tsx';
import { nameOf, playerAt } from '../parts/sight.ts';
import { stocksOf } from './payment.ts';
import type { Borneo } from './pieces.ts';
import { say, useSight } from './sight.ts';
import { CardBack, PirateShip, Spice } from './symbols.tsx';

export function Seat(props: SeatProps<Borneo>) {
  const sight = useSight(props);
  const { view, atlas } = sight;
  const player = view.players[props.of];
  if (player === undefined) return null;
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
    <Owned label={label}>
      <Amount count={handCount}>
        <CardBack />
      </Amount>
      <Amount count={missionCount}>
        <svg class="bor-rosette" viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="6" r="5" />
          <path d="M5 10 4 15.5 8 13.5 12 15.5 11 10" />
        </svg>
      </Amount>
      {stocks.map(({ spice, units }) => (
        <Amount key={spice} count={units}>
          <Spice spice={spice} />
        </Amount>
      ))}
      {hasPirates && <PirateShip />}
    </Owned>
  );
}
