// Above the sea: the stack with the drawn tile, the trade cards, the treasures, and the progress of the turn.
import { SeatMark } from '../../seats/seat-mark.tsx';
import { tileInHand } from './marks.tsx';
import { TileFace } from './sea.tsx';
import { nameOf, playerAt, type Sight, say } from './sight.ts';
import { DECK, STACK } from './trace.ts';

export function Strip({ sight, rotation }: { readonly sight: Sight; readonly rotation: number }) {
  const { view, ground } = sight;
  const isLaying = ground.phase === 'lay-tile' || ground.phase === 'lay-port';
  const tile = isLaying
    ? tileInHand(sight, ground.phase === 'lay-port' ? 'place-port' : 'place-tile')
    : undefined;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: where it is narrow it scrolls, and has to take the focus
    <ul class="cab-strip" aria-label={say('strip')} tabIndex={0}>
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
        {say('stack', { count: view.stackCount })}
      </li>
      <li class="cab-fact" data-at={DECK}>
        <span class="cab-pile cab-pile-cards" aria-hidden="true" />
        {say('deck', { count: view.deckCount })}
      </li>
      <Treasures sight={sight} />
      <li class="cab-fact cab-drawn">
        {tile !== undefined && (
          <>
            <TileFace tile={tile} rotation={rotation} />
            <span>
              {say('inHand')} <b>{nameOf(sight, tile.id)}</b>
            </span>
          </>
        )}
      </li>
    </ul>
  );
}

export function Actions({ sight: { view } }: { readonly sight: Sight }) {
  const left = Math.max(0, view.actionsAllowed - view.actionsUsed);
  if (view.actionsAllowed === 0) return null;
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
        {nameOf(sight, kind)} <b>{value ?? say('unknown')}</b>
      </li>
    );
  });
}
