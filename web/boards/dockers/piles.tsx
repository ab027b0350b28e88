// The piles beside the quays: ships with the next one face up, goods, events.
import { choosing, offered } from '../parts/picking.ts';
import { Pile, Piles as PilesOf } from '../parts/pile.tsx';
import { isLit, nameOf } from '../parts/sight.ts';
import { type Sight, say } from './sight.ts';
import { EVENT_PILE, GOODS_PILE, SHIP_PILE } from './trace.ts';

export function Piles({ sight }: { readonly sight: Sight }) {
  const { view, atlas } = sight;
  const { nextShipId, shipPileCount, goodsPileCount, eventPileCount, options } = view;
  const opening = offered(sight, { type: 'open-auction' });
  const mayOpen = opening !== undefined;
  const removed = view.removedShips.length + view.removedGoods.length + view.removedEvents.length;
  const discarded = view.shipDiscard.length;
  return (
    <PilesOf label={say('piles')} class="doc-piles">
      <Pile
        class="doc-pile"
        label={
          nextShipId === null
            ? say('shipPileEmpty')
            : say('shipPile', { count: shipPileCount, next: nameOf(sight, nextShipId) })
        }
        at={SHIP_PILE}
        lit={nextShipId !== null && isLit(sight, nextShipId)}
        count={shipPileCount}
        caption={say('shipPileShort')}
      >
        {nextShipId !== null && (
          <svg class="doc-small-ship" viewBox="0 0 40 26" aria-hidden="true">
            <path class="doc-wood" d="M2 12H38L33 24H7Z" />
            <path class="doc-rail" d="M2 12H38L37.500 14H2.500Z" />
            <path class="doc-pen" d="M20 12V2l10 4-10 3" />
            <text x="20" y="22.500" text-anchor="middle">
              {atlas.valueOf.get(nextShipId)}
            </text>
          </svg>
        )}
      </Pile>
      <Pile
        class="doc-pile"
        label={say('goodsPile', { count: goodsPileCount })}
        at={GOODS_PILE}
        count={goodsPileCount}
        caption={say('goodsPileShort')}
      />
      {options.events && (
        <Pile
          class="doc-pile"
          label={say(mayOpen ? 'eventPileOpen' : 'eventPile', { count: eventPileCount })}
          at={EVENT_PILE}
          count={eventPileCount}
          caption={say(mayOpen ? 'auctionShort' : 'eventPileShort')}
          {...choosing(sight, opening)}
        />
      )}
      <Pile
        class="doc-discards"
        label={say('discards', { ships: discarded, events: view.eventDiscard.length, removed })}
        count={discarded + view.eventDiscard.length}
        caption={say('discardsShort')}
      />
    </PilesOf>
  );
}
