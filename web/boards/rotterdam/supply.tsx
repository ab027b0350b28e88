// Above the chart: stock and piles.
import { known } from '../parts/atlas.ts';
import { Group } from '../parts/group.tsx';
import { choosing } from '../parts/picking.ts';
import { Piece } from '../parts/piece.tsx';
import { isLit, nameOf } from '../parts/sight.ts';
import { MATERIAL, meaningOf } from './picking.ts';
import { type Sight, say } from './sight.ts';
import { Cube, Sign } from './symbols.tsx';
import { atMaterial, MISSIONS, NAVIGATION, STOCK } from './trace.ts';

export function Stock({ sight }: { readonly sight: Sight }) {
  const { atlas, view, commands, picks } = sight;
  const empty = meaningOf(commands, picks, MATERIAL, null);
  return (
    <Group label={say('stock')} class="rot-stock" isRegion at={STOCK}>
      {atlas.materials.map((material) => {
        const { id } = material;
        const count = view.stock[id] ?? 0;
        return (
          <Piece
            key={id}
            class="rot-heap"
            label={say('inStock', { name: nameOf(sight, id), count })}
            at={atMaterial(id)}
            lit={isLit(sight, id)}
            {...choosing(sight, meaningOf(commands, picks, MATERIAL, id))}
          >
            <Cube material={material} /> <b>{count}</b>
          </Piece>
        );
      })}
      {empty !== undefined && (
        <Piece class="rot-answer" label={say('withoutCargo')} {...choosing(sight, empty)}>
          {say('withoutCargo')}
        </Piece>
      )}
      <Piles sight={sight} />
    </Group>
  );
}

function Piles({ sight }: { readonly sight: Sight }) {
  const { view, atlas } = sight;
  const used = known(atlas.cards, view.navigationDiscard);
  const [latest] = used.slice(-1);
  return (
    <>
      <Piece
        class="rot-pile"
        label={say('navigationPile', { count: view.navigationPileCount })}
        at={NAVIGATION}
      >
        <Sign of="navigation-cards" /> <b>{view.navigationPileCount}</b>
      </Piece>
      <Piece
        class="rot-pile"
        label={`${say('navigationUsed', { count: used.length })} ${used.map(({ id }) => nameOf(sight, id)).join(', ')}`}
      >
        <Sign of={latest?.kind ?? 'no-card'} /> <b>{used.length}</b>
      </Piece>
      <Piece class="rot-pile" label={say('missionPile', { count: view.missionDeckCount })} at={MISSIONS}>
        <Sign of="mission-cards" /> <b>{view.missionDeckCount}</b>
      </Piece>
    </>
  );
}
