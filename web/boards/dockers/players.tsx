// The public area of each player: primes, porters in reserve, relations, event tiles, the slate.
import { SeatMark } from '../../seats/seat-mark.tsx';
import { Group } from '../parts/group.tsx';
import { Piece } from '../parts/piece.tsx';
import type { Player } from './pieces.ts';
import { isLit, nameOf, playerAt, type Sight, say } from './sight.ts';
import { EventSign, Porter, Slate } from './symbols.tsx';
import { atSeat } from './trace.ts';

export function Players({ sight }: { readonly sight: Sight }) {
  return (
    <Group label={say('players')} class="doc-players">
      {sight.view.players.map((player) => (
        <OnePlayer key={player.seat} sight={sight} player={player} />
      ))}
    </Group>
  );
}

interface OfPlayer {
  readonly sight: Sight;
  readonly player: Player;
}

function OnePlayer({ sight, player }: OfPlayer) {
  const { view, ground, props, atlas } = sight;
  const { seat, primes, reserve, events } = player;
  const before = ground.players[seat]?.primes ?? primes;
  return (
    <Piece
      class="doc-player"
      label={toldPlayer(sight, player)}
      lit={props.litSeats.value.has(seat) || (view.slateSeat === seat && isLit(sight, 'slate'))}
    >
      <span class="doc-owner" data-active={view.activeSeat === seat ? '' : undefined}>
        <SeatMark seat={seat} size={16} />
        <b>{playerAt(sight, seat)}</b>
        {view.slateSeat === seat && <Slate />}
        <span class="doc-tiles">
          {events.map((id) => (
            <EventSign key={id} kind={atlas.kindOf.get(id) ?? id} />
          ))}
        </span>
        <span class="doc-primes" data-changed={primes === before ? undefined : ''}>
          {primes === before ? primes : `${before} → ${primes}`}
        </span>
      </span>
      <span class="doc-belongings">
        {/* At the edge of the quays: no line crosses what is written here. */}
        <span class="doc-reserve" data-at={atSeat(seat)}>
          <Porter seat={seat} />×{reserve}
        </span>
        <span class="doc-seals">
          {[...atlas.relations.values()].map(({ id, commission }) => (
            <span
              key={id}
              data-played={player.relationsInHand.includes(id) ? undefined : ''}
              data-moved={sight.moved.has(`${id}-${seat}`) ? '' : undefined}
            >
              {commission}
            </span>
          ))}
        </span>
      </span>
    </Piece>
  );
}

function toldPlayer(sight: Sight, player: Player): string {
  const { seat, primes, reserve, relationsInHand, relationsPlayed, events } = player;
  const named = (ids: readonly string[]) =>
    ids
      .map((id) =>
        say('relationOf', {
          name: nameOf(sight, id),
          commission: sight.atlas.relations.get(id)?.commission ?? 0,
        }),
      )
      .join(', ');
  const told = say('player', {
    player: playerAt(sight, seat),
    primes: say('primes', { count: primes }),
    reserve: say('reserve', { count: reserve }),
    relations: [
      say('inHand', { relations: named(relationsInHand) }),
      ...(relationsPlayed.length === 0 ? [] : [say('played', { relations: named(relationsPlayed) })]),
    ].join('. '),
    events:
      events.length === 0
        ? say('noEvents')
        : say('ownsEvents', { events: events.map((id) => nameOf(sight, id)).join(', ') }),
  });
  return sight.view.slateSeat === seat ? `${told}. ${say('hasSlate')}` : told;
}
