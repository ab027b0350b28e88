// What a player has in public: coins, the reserve, home port, ports held, ships lost.
import type { SeatProps } from '../board.ts';
import { nameOf } from '../parts/sight.ts';
import { isAt } from './moves.ts';
import { type Cabo, SHIP_KINDS } from './pieces.ts';
import { type Sight, say, useSight } from './sight.ts';
import { Coin, SailorFigure, ShipFigure } from './symbols.tsx';

export function Seat(props: SeatProps<Cabo>) {
  const { of } = props;
  const sight = useSight(props);
  const player = sight.view.seats[of];
  if (player === undefined) return null;
  if (player.eliminated > 0) return <p class="cab-owned faint">{say('eliminated')}</p>;
  const held = portsOf(sight, of);
  const facts = [
    homeOf(sight, of),
    ...(held > 0 ? [say('portsHeld', { count: held })] : []),
    ...(player.lost.length > 0 ? [say('lost', { count: player.lost.length })] : []),
  ];
  return (
    <div class="cab-owned">
      <span class="cab-coins">
        <Coin /> {player.coins}
        <span class="unseen"> {say('coins')}</span>
      </span>
      <Reserve sight={sight} seat={of} />
      <span class="faint cab-home">{facts.join(' · ')}</span>
    </div>
  );
}

function Reserve({ sight, seat }: { readonly sight: Sight; readonly seat: number }) {
  const player = sight.view.seats[seat];
  if (player === undefined) return null;
  return (
    <span class="cab-reserve">
      <span class="unseen">{say('reserve')}</span>
      {SHIP_KINDS.map((kind) => (
        <span key={kind} class="cab-stock" title={nameOf(sight, kind)}>
          <ShipFigure kind={kind} seat={seat} />
          <span class="unseen">{nameOf(sight, kind)}</span> {player.reserve[kind]}
        </span>
      ))}
      <span class="cab-stock" title={nameOf(sight, 'sailor')}>
        <SailorFigure seat={seat} />
        <span class="unseen">{nameOf(sight, 'sailor')}</span> {player.reserve.sailor}
      </span>
    </span>
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
