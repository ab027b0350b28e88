// The piles beside the quays: ships with the next one face up, goods, events.
import { Group } from '../parts/group.tsx';
import { choosing, offered } from '../parts/picking.ts';
import { Piece } from '../parts/piece.tsx';
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
    <Group label={say('piles')} class="doc-piles" isRegion>
      <Piece
        class="doc-pile"
        label={
          nextShipId === null
            ? say('shipPileEmpty')
            : say('shipPile', { count: shipPileCount, next: nameOf(sight, nextShipId) })
        }
        at={SHIP_PILE}
        lit={nextShipId !== null && isLit(sight, nextShipId)}
      >
        <span class="doc-next">
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
          <b>{shipPileCount}</b>
        </span>
        <span>{say('shipPileShort')}</span>
      </Piece>
      <Piece class="doc-pile" label={say('goodsPile', { count: goodsPileCount })} at={GOODS_PILE}>
        <b>{goodsPileCount}</b>
        <span>{say('goodsPileShort')}</span>
      </Piece>
      {options.events && (
        <Piece
          class="doc-pile"
          label={say(mayOpen ? 'eventPileOpen' : 'eventPile', { count: eventPileCount })}
          at={EVENT_PILE}
          {...choosing(sight, opening)}
        >
          <b>{eventPileCount}</b>
          <span>{say(mayOpen ? 'auctionShort' : 'eventPileShort')}</span>
        </Piece>
      )}
      <Piece
        class="doc-pile doc-discards"
        label={say('discards', { ships: discarded, events: view.eventDiscard.length, removed })}
      >
        <b>{discarded + view.eventDiscard.length}</b>
        <span>{say('discardsShort')}</span>
      </Piece>
    </Group>
  );
}
