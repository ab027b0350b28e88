// What each player has: coins, home port, the reserve, ships lost, ports held.
import { SeatMark } from '../../seats/seat-mark.tsx';
import { isAt } from './moves.ts';
import { SHIP_KINDS } from './pieces.ts';
import { nameOf, playerAt, type Sight, say } from './sight.ts';
import { Coin, SailorFigure, ShipFigure } from './symbols.tsx';

export function Players({ sight }: { readonly sight: Sight }) {
  const { view } = sight;
  return (
    <ul class="cab-players" aria-label={say('players')} style={{ '--seats': String(view.seats.length) }}>
      {view.seats.map((player, seat) => (
        <li
          key={player.colour}
          class="cab-player"
          data-active={view.turnSeat === seat ? '' : undefined}
          data-lit={sight.props.litSeats.value.has(seat) ? '' : undefined}
          data-out={player.eliminated > 0 ? '' : undefined}
        >
          <span class="cab-owner">
            <SeatMark seat={seat} size={14} />
            <b>{playerAt(sight, seat)}</b>
            <span class="cab-coins">
              <Coin /> {player.coins}
              <span class="unseen"> {say('coins')}</span>
            </span>
          </span>
          {player.eliminated > 0 ? (
            <span class="faint">{say('eliminated')}</span>
          ) : (
            <>
              <Reserve sight={sight} seat={seat} />
              <span class="faint cab-home">{homeOf(sight, seat)}</span>
              <span class="faint cab-home">{say('portsHeld', { count: portsOf(sight, seat) })}</span>
            </>
          )}
          {player.lost.length > 0 && (
            <span class="faint cab-home">{say('lost', { count: player.lost.length })}</span>
          )}
        </li>
      ))}
    </ul>
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
