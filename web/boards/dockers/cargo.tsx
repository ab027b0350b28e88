// On the quay before a ship: its goods with their prime and its event tile, or the goods that may be laid there.
import { SeatMark } from '../../seats/seat-mark.tsx';
import { Card } from '../parts/card.tsx';
import { pick } from '../parts/picking.ts';
import { Piece } from '../parts/piece.tsx';
import { isLit, nameOf, playerAt } from '../parts/sight.ts';
import { primeOf } from './afloat.ts';
import { assignedIn, layFields } from './allocation.ts';
import type { OfBerth } from './quays.tsx';
import { say } from './sight.ts';
import { Crate, EventSign } from './symbols.tsx';
import { atCrate } from './trace.ts';
import { toldEvent } from './words.ts';

export function Cargo({ sight, berth, ship }: OfBerth) {
  const { quay, event } = berth;
  const isLaying = sight.kind === 'allocating' && sight.ground.turn.newQuays.includes(quay);
  return (
    <div class="doc-front" data-at={atCrate(quay)}>
      {isLaying ? <Offers sight={sight} berth={berth} ship={ship} /> : <Laid {...{ sight, berth, ship }} />}
      {event !== null && (
        <Card
          sight={sight}
          id={event.id}
          class="doc-event"
          isCard
          label={`${toldEvent(sight, event.kind)} (${playerAt(sight, event.seat)})`}
          lit={isLit(sight, event.id) || isLit(sight, event.kind)}
        >
          <EventSign kind={event.kind} />
          <SeatMark seat={event.seat} size={12} />
        </Card>
      )}
    </div>
  );
}

function Laid({ sight, berth, ship }: OfBerth) {
  const { goods } = ship;
  if (goods === null) return <span class="doc-no-crate" />;
  const prime = primeOf(sight.atlas, berth, goods);
  const plain = sight.atlas.goods.get(goods)?.prime ?? 0;
  return (
    <Piece
      class="doc-laid"
      label={say('goodsTile', { goods: nameOf(sight, goods), prime })}
      lit={isLit(sight, goods)}
      moved={sight.moved.has(atCrate(berth.quay)) || goods !== berth.goods}
    >
      <Crate goods={goods} prime={prime} />
      {prime !== plain && <span class="doc-changed">{prime > plain ? '▲' : '▼'}</span>}
    </Piece>
  );
}

/** One crate for each kind of goods in hand. */
function Offers({ sight, berth }: OfBerth) {
  const { quay } = berth;
  const { newQuays } = sight.ground.turn;
  const assigned = assignedIn(sight.fitting, newQuays)[newQuays.indexOf(quay)];
  const kinds = [...new Set(sight.own?.goods ?? [])];
  return (
    <span class="doc-offers">
      {kinds.map((goods) => {
        const prime = primeOf(sight.atlas, berth, goods);
        const fields = layFields(sight.commands, newQuays, quay, goods);
        return (
          <Piece
            key={goods}
            class="doc-laid"
            label={say('layHere', { quay, goods: nameOf(sight, goods), prime })}
            picked={assigned === goods}
            onPick={fields && (() => pick(sight, { type: 'allocate-goods', fields }))}
          >
            <Crate goods={goods} prime={prime} />
          </Piece>
        );
      })}
    </span>
  );
}
