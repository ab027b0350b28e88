// The piles beside the harbours, and the pirates' lair.
import { Group } from '../parts/group.tsx';
import { Piece } from '../parts/piece.tsx';
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
  return (
    <Group label={say('piles')} class="bor-piles" isRegion>
      {piles.map(({ key, at, count }) => (
        <Piece key={key} class="bor-a-pile" label={say(key, { count })} at={at}>
          <span>
            <CardBack /> <b>{count}</b>
          </span>
          <span>{say(SHORT[key])}</span>
        </Piece>
      ))}
      {view.pirateShip !== 'off' && (
        <Piece class="bor-a-pile" label={say(view.pirateShip === 'lair' ? 'lair' : 'lairEmpty')} at={LAIR}>
          <span aria-hidden="true">{view.pirateShip === 'lair' ? <PirateShip /> : '—'}</span>
          <span>{say('lairShort')}</span>
        </Piece>
      )}
    </Group>
  );
}
