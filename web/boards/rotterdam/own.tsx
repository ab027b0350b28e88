// The player's own area: missions, product cards, Navigation cards.
import type { BoardProps } from '../board.ts';
import { Answer } from '../parts/answer.tsx';
import { known } from '../parts/atlas.ts';
import { Card } from '../parts/card.tsx';
import { Hand } from '../parts/hand.tsx';
import { choosing, type Fields, isPicked, pick, pickOnly } from '../parts/picking.ts';
import { Piece } from '../parts/piece.tsx';
import { PieceFrame } from '../parts/piece-frame.tsx';
import { isLit, nameOf } from '../parts/sight.ts';
import type { Mission, Rotterdam } from './atlas.ts';
import { toldCard } from './card-texts.ts';
import { tallyIn } from './deal.ts';
import { nameOfCommand } from './helm.tsx';
import { type Payment, paymentsOf } from './payment.ts';
import { cardMeaning } from './picking.ts';
import { pickCount, type Sight, say, useSight } from './sight.ts';
import { Sign } from './symbols.tsx';

export function Own(props: BoardProps<Rotterdam>) {
  const sight = useSight(props);
  if (sight.own === null || props.seat === null) return null;
  const { missions, products, navigation } = sight.own;
  return (
    <PieceFrame>
      <div class="rot-own">
        <Missions sight={sight} missions={missions} />
        <Products sight={sight} products={products} />
        <Navigation sight={sight} navigation={navigation} />
      </div>
    </PieceFrame>
  );
}

function Missions({ sight, missions }: { readonly sight: Sight; readonly missions: readonly string[] }) {
  const { atlas, commands } = sight;
  return (
    <Hand title={say('yourMissions')} class="rot-hand">
      {known(atlas.missions, missions).map((mission) => {
        const { id } = mission;
        const [least] = paymentsOf(commands, sight.own?.navigation ?? [], id);
        return (
          <Card
            key={id}
            sight={sight}
            id={id}
            class="rot-mission"
            isCard
            label={missionLabel(sight, mission)}
            picked={isPicked(sight, { fields: { mission: id } })}
            onPick={least && (() => pick(sight, paying({ jokers: least, mission: id })))}
          >
            <MissionFace sight={sight} mission={mission} />
          </Card>
        );
      })}
      <Payments sight={sight} />
    </Hand>
  );
}

function missionLabel(sight: Sight, { products, value }: Mission): string {
  const held = sight.own?.products ?? {};
  const missing = products
    .filter((product) => (held[product] ?? 0) === 0)
    .map((product) => nameOf(sight, product));
  const told = { products: products.map((product) => nameOf(sight, product)).join(', '), count: value };
  return missing.length === 0
    ? say('mission', told)
    : say('missionMissing', { ...told, missing: missing.join(', ') });
}

function MissionFace({ sight, mission }: { readonly sight: Sight; readonly mission: Mission }) {
  const held = sight.own?.products ?? {};
  return (
    <span class="rot-mission-face">
      <b class="seal">{mission.value}</b>
      {mission.products.map((product) => (
        <span key={product} class="rot-need" data-has={(held[product] ?? 0) > 0 ? '' : undefined}>
          <Sign of={product} />
          <span class="rot-card-name">{nameOf(sight, product)}</span>
        </span>
      ))}
    </span>
  );
}

/** Paid with as few Jokers as possible; other payments are offered beside. */
const paying = (fields: Fields) => ({ type: 'fulfil-mission', fields }) as const;

function Payments({ sight }: { readonly sight: Sight }) {
  const { picks, commands, own } = sight;
  const mission = picks.values.get('mission');
  if (typeof mission !== 'string') return null;
  const payments = paymentsOf(commands, own?.navigation ?? [], mission);
  if (payments.length < 2) return null;
  return (
    <>
      {payments.map((jokers) => {
        const label = toldPayment(sight, jokers);
        return <Answer key={label} label={label} {...choosing(sight, paying({ jokers }))} />;
      })}
    </>
  );
}

function toldPayment(sight: Sight, jokers: Payment): string {
  if (jokers.length === 0) return say('payPlain');
  return say('payJokers', { products: jokers.map(({ as }) => nameOf(sight, as)).join(', ') });
}

function Products({
  sight,
  products,
}: {
  readonly sight: Sight;
  readonly products: Readonly<Record<string, number>>;
}) {
  const { picks, commands, props } = sight;
  const canShow = props.choice?.offers('reveal-products') === true && commands.length > 0;
  const isShowing = picks.type === 'reveal-products';
  const canGive = props.choice?.offers('offer-trade') === true && commands.length > 0;
  const type = isShowing ? 'reveal-products' : 'offer-trade';
  const side = isShowing ? 'products' : 'give';
  const chosen = tallyIn(picks, side);
  const entries = Object.entries(products);
  return (
    <Hand
      title={say('yourProducts')}
      aside={isShowing ? say('pickToShow') : undefined}
      class="rot-hand rot-cards"
      empty={say('nothingYet')}
    >
      {entries.map(([product, held]) => {
        const count = chosen[product] ?? 0;
        const name = nameOf(sight, product);
        const next = count < held ? count + 1 : 0;
        const can = isShowing || canGive;
        const label = isShowing
          ? say('showAmount', { name, count, most: held })
          : canGive
            ? say('giveAmount', { name, count, most: held })
            : say('heldAmount', { name, count: held });
        return (
          <Piece
            key={product}
            class="rot-card"
            label={label}
            lit={isLit(sight, product)}
            picked={count > 0}
            onPick={can ? () => pickCount(sight, type, side, product, next) : undefined}
          >
            <Sign of={product} />
            <span class="rot-card-name">{name}</span>
            <b class="rot-amount-count">{count > 0 ? `${count}/${held}` : `×${held}`}</b>
          </Piece>
        );
      })}
      {canShow && (
        <Answer
          label={nameOfCommand(props, 'reveal-products')}
          picked={isShowing}
          onPick={() => pickOnly(sight, { type: 'reveal-products' })}
        />
      )}
    </Hand>
  );
}

function Navigation({
  sight,
  navigation,
}: {
  readonly sight: Sight;
  readonly navigation: readonly string[];
}) {
  const { atlas, commands } = sight;
  return (
    <Hand title={say('yourNavigation')} class="rot-hand rot-cards rot-navigations" empty={say('nothingYet')}>
      {known(atlas.cards, navigation).map(({ id, kind, points }) => {
        const meaning = cardMeaning(commands, id);
        const name = nameOf(sight, id);
        const worth = points > 0 ? say('cardPoints', { name, count: points }) : name;
        const effect = toldCard(kind);
        return (
          <Card
            key={id}
            sight={sight}
            id={id}
            class="rot-card rot-navigation"
            isCard
            label={effect === null ? worth : `${worth}. ${effect}`}
            meaning={meaning}
          >
            <Sign of={kind} />
            <span class="rot-card-name">{name}</span>
          </Card>
        );
      })}
    </Hand>
  );
}
