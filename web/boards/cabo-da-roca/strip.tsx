// Above the sea: the stack with the drawn tile, the trade cards, the treasures, and the progress of the turn.
import { SeatMark } from '../../seats/seat-mark.tsx';
import { nameOf, playerAt } from '../parts/sight.ts';
import { tileInHand } from './marks.tsx';
import { TileFace } from './sea.tsx';
import { isForLaying, type Sight, say } from './sight.ts';
import { Feature } from './symbols.tsx';
import { DECK, STACK } from './trace.ts';

export function Strip({ sight, rotation }: { readonly sight: Sight; readonly rotation: number }) {
  const { view, ground } = sight;
  const isLaying = ground.phase === 'lay-tile' || ground.phase === 'lay-port';
  const tile = isLaying
    ? tileInHand(sight, ground.phase === 'lay-port' ? 'place-port' : 'place-tile')
    : undefined;
  return (
    <ul class="cab-strip" aria-label={say('strip')}>
      <li class="cab-fact cab-turn">
        <SeatMark seat={view.turnSeat} size={14} />
        <b>{playerAt(sight, view.turnSeat)}</b>
        <span>
          {view.finalPhase
            ? say('finalTurn', { turn: view.finalTurns[view.turnSeat] ?? 0 })
            : say('round', { round: view.round })}
        </span>
        <Actions sight={sight} />
      </li>
      <li class="cab-fact" data-at={STACK}>
        <span class="cab-pile" aria-hidden="true" />
        <Count count={view.stackCount} text={say('stack', { count: view.stackCount })} />
      </li>
      <li class="cab-fact" data-at={DECK}>
        <span class="cab-pile cab-pile-cards" aria-hidden="true" />
        <Count count={view.deckCount} text={say('deck', { count: view.deckCount })} />
      </li>
      <Treasures sight={sight} />
      {/* In the final phase nothing is drawn. */}
      <li class="cab-fact cab-drawn" hidden={view.finalPhase}>
        {tile !== undefined && (
          <>
            <TileFace tile={tile} rotation={rotation} />
            <span class="cab-words">
              {say('inHand')} <b>{nameOf(sight, tile.id)}</b>
            </span>
          </>
        )}
      </li>
    </ul>
  );
}

/** In words; where it is narrow, the number beside its picture. */
function Count({ count, text }: { readonly count: number; readonly text: string }) {
  return (
    <>
      <span class="cab-words">{text}</span>
      <span class="cab-number" aria-hidden="true">
        {count}
      </span>
    </>
  );
}

export function Actions({ sight }: { readonly sight: Sight }) {
  const { view } = sight;
  const left = Math.max(0, view.actionsAllowed - view.actionsUsed);
  if (view.actionsAllowed === 0 || isForLaying(sight)) return null;
  return (
    <span class="cab-actions">
      <span class="unseen">{say('actionsLeft', { count: left })}</span>
      {Array.from({ length: view.actionsAllowed }, (_, index) => (
        <span key={index} class="cab-action" data-left={index < left ? '' : undefined} aria-hidden="true" />
      ))}
    </span>
  );
}

function Treasures({ sight }: { readonly sight: Sight }) {
  const { view, atlas } = sight;
  return (['island', 'wreck'] as const).map((kind) => {
    const card = view.treasureCards[kind];
    const value = card === null ? undefined : atlas.treasures.get(card)?.value;
    return (
      <li key={kind} class="cab-fact" data-lit={card !== null && sight.moved.has(card) ? '' : undefined}>
        <svg class="cab-mini" viewBox="0.1 0.1 0.8 0.8" aria-hidden="true">
          <Feature kind={kind} fish={0} />
        </svg>
        <span class="cab-words">{nameOf(sight, kind)}</span> <b>{value ?? say('unknown')}</b>
      </li>
    );
  });
}
