// The piles beside the harbours, and the pirates' lair.
import { Pile, Piles as PilesOf } from '../parts/pile.tsx';
import { type Sight, say } from './sight.ts';
import { CardBack, PirateShip } from './symbols.tsx';
import { DECK, DISCARD, HARBOUR_PILE, LAIR } from './trace.ts';

const SHORT = { deck: 'deckShort', discard: 'discardShort', harbourPile: 'harbourPileShort' } as const;

export function Piles({ sight: { view } }: { readonly sight: Sight }) {
  const piles = [
    { key: 'deck', at: DECK, count: view.deckCount },
    { key: 'discard', at: DISCARD, count: view.discard.length },
    { key: 'harbourPile', at: HARBOUR_PILE, count: view.harbourPileCount },
  ] as const;
  const isHome = view.pirateShip === 'lair';
  return (
    <PilesOf label={say('piles')} class="bor-piles">
      {piles.map(({ key, at, count }) => (
        <Pile key={key} label={say(key, { count })} at={at} count={count} caption={say(SHORT[key])}>
          <CardBack />
        </Pile>
      ))}
      {view.pirateShip !== 'off' && (
        <Pile label={say(isHome ? 'lair' : 'lairEmpty')} at={LAIR} caption={say('lairShort')}>
          {isHome ? <PirateShip /> : '—'}
        </Pile>
      )}
    </PilesOf>
  );
}
