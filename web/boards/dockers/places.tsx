// The places of a ship, with the porters aboard: those that can be chosen are controls.
import { pick } from '../parts/picking.ts';
import { Piece } from '../parts/piece.tsx';
import { playerAt } from '../parts/sight.ts';
import { isPartOf, porterFields } from './plan.ts';
import type { OfBerth } from './quays.tsx';
import { type Sight, say } from './sight.ts';
import { Porter } from './symbols.tsx';
import { atPorters } from './trace.ts';

export function Places({ sight, berth, ship }: OfBerth) {
  const { quay, value } = berth;
  const aboard = ship.porters.flatMap((count, seat) =>
    Array.from({ length: count }, (_, n) => ({
      seat,
      n,
      isLast: n === count - 1,
      isNew: n >= count - (ship.change[seat] ?? 0),
      key: `${seat}-${n}`,
    })),
  );
  const free = Math.max(0, value - aboard.length);
  return (
    <span class="doc-places">
      {aboard.map(({ seat, n, isLast, isNew, key }) => (
        <OnePorter key={key} sight={sight} quay={quay} seat={seat} n={n} isLast={isLast} isNew={isNew} />
      ))}
      {Array.from({ length: free }, (_, n) => (
        <span key={`free-${aboard.length + n}`} class="doc-place" />
      ))}
    </span>
  );
}

interface OfPorter {
  readonly sight: Sight;
  readonly quay: number;
  readonly seat: number;
  /** Among those of the seat on this ship. */
  readonly n: number;
  readonly isLast: boolean;
  /** Would be there. */
  readonly isNew: boolean;
}

function OnePorter({ sight, quay, seat, n, isLast, isNew }: OfPorter) {
  const { plan, props } = sight;
  const self = props.seat ?? 0;
  const piece = `${atPorters(quay, seat)}/${n}`;
  const at = isLast ? atPorters(quay, seat) : undefined;
  const fields = plan === undefined || isNew ? undefined : porterFields(plan, quay, seat, self);
  const lit = props.litSeats.value.has(seat);
  const moved = isLast && sight.moved.has(atPorters(quay, seat));
  if (fields === undefined)
    return (
      <span
        class="doc-place"
        data-piece={piece}
        data-at={at}
        data-new={isNew ? '' : undefined}
        data-lit={lit ? '' : undefined}
        data-moved={moved ? '' : undefined}
      >
        <Porter seat={seat} />
      </span>
    );
  const effect = plan?.relation.effects[plan.index];
  const player = playerAt(sight, seat);
  const label = () => {
    if (effect?.type === 'move') return say('porterTake', { quay });
    if (effect?.type === 'recall') return say('porterRecall', { player, quay });
    return seat === self ? say('porterSwapOwn', { quay }) : say('porterSwap', { player, quay });
  };
  return (
    <Piece
      class="doc-place"
      label={label()}
      piece={piece}
      {...(at !== undefined && { at })}
      lit={lit}
      picked={plan !== undefined && isPartOf(plan, quay, seat, self)}
      onPick={() => pick(sight, { type: 'play-relation', fields })}
    >
      <Porter seat={seat} />
    </Piece>
  );
}
