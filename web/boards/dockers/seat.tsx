// What a player owns in public: porters in reserve, relations, event tiles, the slate.
import type { SeatProps } from '../board.ts';
import { Amount, Owned } from '../parts/owned.tsx';
import { isLit, nameOf, playerAt } from '../parts/sight.ts';
import type { Dockers, Player } from './pieces.ts';
import { type Sight, say, useSight } from './sight.ts';
import { EventSign, Porter, Slate } from './symbols.tsx';

export function Seat(props: SeatProps<Dockers>) {
  const sight = useSight(props);
  const { view, atlas } = sight;
  const player = view.players[props.of];
  if (player === undefined) return null;
  const { seat, reserve, events } = player;
  return (
    <Owned label={toldPlayer(sight, player)} lit={view.slateSeat === seat && isLit(sight, 'slate')}>
      <Amount count={`×${reserve}`}>
        <Porter seat={seat} />
      </Amount>
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
      {view.slateSeat === seat && <Slate />}
      {events.map((id) => (
        <EventSign key={id} kind={atlas.kindOf.get(id) ?? id} />
      ))}
    </Owned>
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
