// What a player has in public: coins, the reserve, home port, ports held, ships lost.
import type { SeatProps } from '../board.ts';
import { Amount, Owned } from '../parts/owned.tsx';
import { nameOf, playerAt } from '../parts/sight.ts';
import { isAt } from './moves.ts';
import { type Cabo, SHIP_KINDS } from './pieces.ts';
import { type Sight, say, useSight } from './sight.ts';
import { Coin, SailorFigure, ShipFigure } from './symbols.tsx';

export function Seat(props: SeatProps<Cabo>) {
  const { of } = props;
  const sight = useSight(props);
  const player = sight.view.seats[of];
  if (player === undefined) return null;
  if (player.eliminated > 0) return <p class="owned faint">{say('eliminated')}</p>;
  const held = portsOf(sight, of);
  const facts = [
    homeOf(sight, of),
    ...(held > 0 ? [say('portsHeld', { count: held })] : []),
    ...(player.lost.length > 0 ? [say('lost', { count: player.lost.length })] : []),
  ];
  const { coins, reserve } = player;
  const stock = [...SHIP_KINDS, 'sailor' as const];
  const told = stock.map((kind) => `${nameOf(sight, kind)} ${reserve[kind]}`).join(', ');
  const label = [`${playerAt(sight, of)}. ${coins} ${say('coins')}`, `${say('reserve')} ${told}`, ...facts];
  return (
    <Owned label={label.join('. ')}>
      <Amount count={coins}>
        <Coin />
      </Amount>
      {stock.map((kind) => (
        <Amount key={kind} count={reserve[kind]}>
          {kind === 'sailor' ? <SailorFigure seat={of} /> : <ShipFigure kind={kind} seat={of} />}
        </Amount>
      ))}
      <span class="faint">{facts.join(' · ')}</span>
    </Owned>
  );
}

function homeOf(sight: Sight, seat: number): string {
  const player = sight.view.seats[seat];
  if (player === undefined || player.homePort === null) return say('noHome');
  return say(player.homeLaid ? 'homeLaid' : 'homeInHand', { port: nameOf(sight, player.homePort) });
}

/** CAB-7.1: a port belongs to the player with a sailor on it. */
function portsOf({ view, atlas }: Sight, seat: number): number {
  const ports = view.board.filter(({ tileId }) => atlas.tiles.get(tileId)?.kind === 'port');
  return ports.filter((port) => view.sailors.some((sailor) => sailor.seat === seat && isAt(port)(sailor)))
    .length;
}
