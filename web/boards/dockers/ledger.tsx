// Gains and payments: one slip for each departed ship, in order.
import { SeatMark } from '../../seats/seat-mark.tsx';
import { nameOf, playerAt } from '../parts/sight.ts';
import type { Departure } from './departures.ts';
import { type Sight, say } from './sight.ts';
import { GoodsSign, Slate } from './symbols.tsx';
import { toldPayments } from './words.ts';

interface Props {
  readonly sight: Sight;
  readonly departures: readonly Departure[];
}

export function Ledger({ sight, departures }: Props) {
  return (
    <ol class="doc-ledger" aria-label={say('departures')}>
      {departures.map((departure, order) => (
        <li key={order}>
          <span class="unseen">{toldDeparture(sight, departure)}</span>
          <Slip sight={sight} departure={departure} />
        </li>
      ))}
    </ol>
  );
}

function toldDeparture(sight: Sight, departure: Departure): string {
  const { quay, prime, amounts, commission, slateTo, end, shipId, next } = departure;
  const parts = [
    ...(end === 'lost' ? [say('lostShip', { ship: nameOf(sight, shipId ?? '') })] : []),
    ...(prime === null ? [] : [say('paid', { prime, amounts: toldPayments(sight, amounts) })]),
    ...(commission === null ? [] : [toldCommission(sight, commission)]),
    ...(slateTo === null ? [] : [say('slateTo', { player: playerAt(sight, slateTo) })]),
    ...(next === null ? [] : [say('newShip', { ship: nameOf(sight, next) })]),
  ];
  return say('departure', { quay, parts: parts.join('; ') });
}

function toldCommission(sight: Sight, { payer, paid, due }: NonNullable<Departure['commission']>): string {
  const player = playerAt(sight, payer);
  return say(paid < due ? 'commissionShort' : 'commissionPaid', { paid, due, player });
}

/** The same as a slip of paper. */
function Slip({ sight, departure }: { readonly sight: Sight; readonly departure: Departure }) {
  const { quay, prime, amounts, commission, slateTo, end, goods, pirate } = departure;
  return (
    <span class="doc-slip" aria-hidden="true" data-lost={end === 'lost' ? '' : undefined}>
      <span class="doc-slip-head">
        <b>{say('departedShip', { quay })}</b>
        {goods !== null && <GoodsSign goods={goods} />}
        {prime !== null && <span>{say('perPorter', { count: prime })}</span>}
        {pirate !== null && <i>{say('piratesTake')}</i>}
      </span>
      <span class="doc-amounts">
        {amounts.map((amount, seat) =>
          amount === 0 ? null : (
            <span key={seat}>
              <SeatMark seat={seat} size={13} /> <b>+{amount}</b>
            </span>
          ),
        )}
        {prime !== null && amounts.every((amount) => amount === 0) && <span>{say('paysNobody')}</span>}
        {end === 'lost' && <span>{say('paysNobody')}</span>}
      </span>
      {commission !== null && (
        <span class="doc-commission">
          {say('commissionShortly')} <SeatMark seat={commission.payer} size={13} /> <b>−{commission.paid}</b>
          {slateTo !== null && (
            <>
              {' '}
              <Slate /> <span>{playerAt(sight, slateTo)}</span>
            </>
          )}
        </span>
      )}
    </span>
  );
}
