// What a player owns in public: cards, ships in the supply, missions fulfilled, cards laid.
import type { SeatProps } from '../board.ts';
import { known } from '../parts/atlas.ts';
import { Card } from '../parts/card.tsx';
import { Group } from '../parts/group.tsx';
import { Amount } from '../parts/owned.tsx';
import { Piece } from '../parts/piece.tsx';
import { PieceFrame } from '../parts/piece-frame.tsx';
import { nameOf, playerAt } from '../parts/sight.ts';
import type { Rotterdam } from './atlas.ts';
import { isShipLit, ShipFace, shipLabel } from './ship.tsx';
import { type Sight, say, toldTally, useSight } from './sight.ts';
import { Sign } from './symbols.tsx';

export function Seat(props: SeatProps<Rotterdam>) {
  const { of } = props;
  const sight = useSight(props);
  const { atlas, view } = sight;
  const player = view.players[of];
  if (player === undefined) return null;
  const { missionCount, productCount, navigationCount, laid, fulfilled } = player;
  const waiting = Object.entries(view.ships).filter(
    ([, ship]) => ship.owner === of && ship.position === null,
  );
  return (
    <PieceFrame>
      <Group label={playerAt(sight, of)} class="owned">
        <Piece class="rot-counts" label={toldPlayer(sight, player)}>
          {Object.entries({
            'product-cards': productCount,
            'navigation-cards': navigationCount,
            'mission-cards': missionCount,
          }).map(([kind, count]) => (
            <Amount key={kind} count={count}>
              <Sign of={kind} />
            </Amount>
          ))}
        </Piece>
        {waiting.map(([id, { cargo }]) => (
          <Card
            key={id}
            sight={sight}
            id={id}
            class="rot-waiting"
            label={shipLabel(sight, id, null)}
            lit={isShipLit(sight, id)}
          >
            <ShipFace sight={sight} id={id} owner={of} cargo={cargo} />
          </Card>
        ))}
        {known(atlas.missions, fulfilled).map(({ id, products, value }) => (
          <Card
            key={id}
            sight={sight}
            id={id}
            class="rot-laid"
            label={say('mission', {
              products: products.map((product) => nameOf(sight, product)).join(', '),
              count: value,
            })}
          >
            <b class="seal">{value}</b>
          </Card>
        ))}
        {known(atlas.cards, laid).map(({ id, kind, points }) => (
          <Card
            key={id}
            sight={sight}
            id={id}
            class="rot-laid"
            label={say('laid', { name: nameOf(sight, id), count: points })}
          >
            <Sign of={kind} />
          </Card>
        ))}
      </Group>
    </PieceFrame>
  );
}

type Player = Sight['view']['players'][number];

function toldPlayer(sight: Sight, player: Player): string {
  const { seat, missionPoints, missionCount, productCount, navigationCount, fulfilled, revealed } = player;
  const shown = toldTally(sight, revealed);
  const counts = [
    say('missionPoints', { count: missionPoints, target: sight.view.options.targetMissionPoints }),
    say('productCount', { count: productCount }),
    say('navigationCount', { count: navigationCount }),
    say('missionCount', { count: missionCount }),
    ...(fulfilled.length > 0 ? [say('fulfilled', { count: fulfilled.length })] : []),
    ...(shown === '' ? [] : [say('shows', { products: shown })]),
  ];
  return `${playerAt(sight, seat)}. ${counts.join('. ')}`;
}
