// Above the chart: stock and piles.
import { Answer } from '../parts/answer.tsx';
import { known } from '../parts/atlas.ts';
import { choosing } from '../parts/picking.ts';
import { Pile, Piles } from '../parts/pile.tsx';
import { isLit, nameOf } from '../parts/sight.ts';
import { MATERIAL, meaningOf } from './picking.ts';
import { type Sight, say } from './sight.ts';
import { Cube, Sign } from './symbols.tsx';
import { atMaterial, MISSIONS, NAVIGATION, STOCK } from './trace.ts';

export function Stock({ sight }: { readonly sight: Sight }) {
  const { atlas, view, commands, picks } = sight;
  const empty = meaningOf(commands, picks, MATERIAL, null);
  return (
    <Piles label={say('stock')} class="rot-stock" at={STOCK}>
      {atlas.materials.map((material) => {
        const { id } = material;
        const count = view.stock[id] ?? 0;
        return (
          <Pile
            key={id}
            count={count}
            label={say('inStock', { name: nameOf(sight, id), count })}
            at={atMaterial(id)}
            lit={isLit(sight, id)}
            {...choosing(sight, meaningOf(commands, picks, MATERIAL, id))}
          >
            <Cube material={material} />
          </Pile>
        );
      })}
      {empty !== undefined && <Answer label={say('withoutCargo')} {...choosing(sight, empty)} />}
      <CardPiles sight={sight} />
    </Piles>
  );
}

function CardPiles({ sight }: { readonly sight: Sight }) {
  const { view, atlas } = sight;
  const used = known(atlas.cards, view.navigationDiscard);
  const [latest] = used.slice(-1);
  const { navigationPileCount: piled, missionDeckCount: missions } = view;
  return (
    <>
      <Pile label={say('navigationPile', { count: piled })} at={NAVIGATION} count={piled}>
        <Sign of="navigation-cards" />
      </Pile>
      <Pile
        label={`${say('navigationUsed', { count: used.length })} ${used.map(({ id }) => nameOf(sight, id)).join(', ')}`}
        count={used.length}
      >
        <Sign of={latest?.kind ?? 'no-card'} />
      </Pile>
      <Pile label={say('missionPile', { count: missions })} at={MISSIONS} count={missions}>
        <Sign of="mission-cards" />
      </Pile>
    </>
  );
}
