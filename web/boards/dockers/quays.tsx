// The four quays seen from the sea: warehouses, the goods on the quay, and the ship with its places before them.

import { SeatMark } from '../../seats/seat-mark.tsx';
import { Group } from '../parts/group.tsx';
import { type Meaning, pick, some } from '../parts/picking.ts';
import { Piece } from '../parts/piece.tsx';
import { isLit, nameOf, playerAt } from '../parts/sight.ts';
import { type Afloat, paymentsOf, primeOf } from './afloat.ts';
import { Cargo } from './cargo.tsx';
import type { Berth } from './pieces.ts';
import { Places } from './places.tsx';
import { isPartOf, shipFields } from './plan.ts';
import { pickedAt, type Sight, say } from './sight.ts';
import { Facade, Hull } from './symbols.tsx';
import { atQuay } from './trace.ts';

export function Quays({ sight }: { readonly sight: Sight }) {
  const quays = sight.plan === undefined ? sight.view.quays : sight.ground.quays;
  return (
    <Group label={say('quays')} class="doc-quays">
      {quays.map((berth) => {
        const ship = sight.afloat.find(({ quay }) => quay === berth.quay);
        return ship && <Quay key={berth.quay} sight={sight} berth={berth} ship={ship} />;
      })}
    </Group>
  );
}

export interface OfBerth {
  readonly sight: Sight;
  readonly berth: Berth;
  readonly ship: Afloat;
}

function Quay({ sight, berth, ship }: OfBerth) {
  const { quay, shipId } = berth;
  const meaning = meaningOf(sight, quay);
  const told = shipTold(sight, berth, ship);
  return (
    <div class="doc-quay" data-at={atQuay(quay)} data-open={meaning === undefined ? undefined : ''}>
      <Facade quay={quay} />
      <Piece
        class="doc-plaque piece-of-area"
        label={meaning === undefined ? told : meaning.label(told)}
        lit={shipId !== null && isLit(sight, shipId)}
        picked={isPickedShip(sight, quay)}
        moved={sight.moved.has(shipId ?? '') || sight.moved.has(atQuay(quay))}
        onPick={meaning && (() => pick(sight, meaning))}
      >
        <b>{quay}</b>
      </Piece>
      <Cargo sight={sight} berth={berth} ship={ship} />
      <div class="doc-sea">
        {shipId !== null && (
          <div key={shipId} class="doc-ship" data-piece={shipId}>
            <Hull />
            <span class="doc-value" aria-hidden="true">
              {berth.value}
            </span>
            <Places sight={sight} berth={berth} ship={ship} />
            <Departing sight={sight} berth={berth} ship={ship} />
          </div>
        )}
      </div>
    </div>
  );
}

interface OfShip extends Meaning<'play-relation' | 'play-event'> {
  readonly label: (ship: string) => string;
}

/** What choosing the ship means. */
function meaningOf(sight: Sight, quay: number): OfShip | undefined {
  const { plan } = sight;
  const event = pickedAt(sight, 'play-event', 'event');
  if (typeof event === 'string' && some(sight.commands, 'play-event', { event, quay }))
    return {
      type: 'play-event',
      fields: { quay },
      label: (ship) => say('eventHere', { event: nameOf(sight, event), ship }),
    };
  const fields = plan && shipFields(plan, quay);
  if (plan === undefined || fields === undefined) return undefined;
  const effect = plan.relation.effects[plan.index];
  const count = effect?.spread === 'one' ? (effect.count ?? 1) : 1;
  const label = (ship: string) => {
    if (effect?.type === 'place') return say('placeHere', { count, ship });
    return say(effect?.type === 'move' ? 'moveHere' : 'tradeHere', { ship });
  };
  return { type: 'play-relation', fields, label };
}

function isPickedShip(sight: Sight, quay: number): boolean {
  const { plan, props } = sight;
  // If the next porters can only go to the remaining ships, these must still be chosen.
  if (plan?.begun?.type === 'place') return plan.begun.quays.includes(quay);
  if (plan !== undefined) return isPartOf(plan, quay, null, props.seat ?? 0);
  return pickedAt(sight, 'play-event', 'quay') === quay;
}

function shipTold(sight: Sight, berth: Berth, ship: Afloat): string {
  const { quay, shipId, value, event } = berth;
  if (shipId === null) return say('quayEmpty', { quay });
  const goods = ship.goods;
  const cargo =
    goods === null
      ? say('unladen')
      : say('laden', { goods: nameOf(sight, goods), prime: primeOf(sight.atlas, berth, goods) });
  const aboard = ship.porters.reduce((sum, count) => sum + count, 0);
  const porters = ship.porters.flatMap((count, seat) =>
    count > 0 ? [say('portersOf', { player: playerAt(sight, seat), count })] : [],
  );
  const told = say('ship', {
    quay,
    ship: nameOf(sight, shipId),
    aboard,
    places: value,
    cargo,
    porters: porters.length === 0 ? say('noPorters') : porters.join(', '),
  });
  return [
    told,
    ...(event === null
      ? []
      : [say('shipEvent', { event: nameOf(sight, event.kind), player: playerAt(sight, event.seat) })]),
    ...(ship.departs > 0 || berth.departing ? [say('shipDeparts')] : []),
  ].join('. ');
}

/** A pennant on a ship that is full: in which order it leaves, and what it pays. */
function Departing({ sight, berth, ship }: OfBerth) {
  const { view, atlas } = sight;
  const order = ship.departs > 0 ? ship.departs : view.turn.departQueue.indexOf(berth.quay) + 1;
  if (order === 0) return null;
  const amounts = paymentsOf(atlas, berth, ship);
  return (
    <span class="doc-departing" aria-hidden="true">
      <b>{say('departsNth', { order })}</b>
      <span class="doc-amounts">
        {amounts.map((amount, seat) =>
          amount === 0 ? null : (
            <span key={seat}>
              <SeatMark seat={seat} size={12} />+{amount}
            </span>
          ),
        )}
      </span>
    </span>
  );
}
