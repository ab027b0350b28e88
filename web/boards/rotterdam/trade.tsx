// The trading phase: cards on a table between people, offers as slips, and the offer being composed.
import { useRef } from 'preact/hooks';
import { SeatMark } from '../../seats/seat-mark.tsx';
import { Answer } from '../parts/answer.tsx';
import { Group } from '../parts/group.tsx';
import { choosing, some } from '../parts/picking.ts';
import { Piece } from '../parts/piece.tsx';
import { nameOf, playerAt } from '../parts/sight.ts';
import { type Tally, totalOf } from './atlas.ts';
import { type Addressee, addresseeIn, mostWanted, type Slip, slipsAfter, tallyIn } from './deal.ts';
import { pickCount, type Sight, say, toldTally } from './sight.ts';
import { Sign } from './symbols.tsx';

/** The cards on the table, closed offers included, as far as the viewer has seen them. */
export function useSlips({ props }: Sight): readonly Slip[] {
  const { value: scene } = props.scene;
  const kept = useRef<{ readonly version: number; readonly slips: readonly Slip[] }>({
    version: -1,
    slips: [],
  });
  const { view, own, events, time, version } = scene;
  const isBack = version < kept.current.version;
  const before = isBack ? [] : kept.current.slips;
  const isKnown = version === kept.current.version && time !== 'foreseen';
  const next = isKnown ? before : slipsAfter(before, view, own, events);
  if (time !== 'foreseen') kept.current = { version, slips: next };
  return next;
}

interface OfTable {
  readonly sight: Sight;
  readonly slips: readonly Slip[];
}

export function TradeTable({ sight, slips }: OfTable) {
  const { view, props } = sight;
  const others = view.players.filter(({ seat }) => seat !== props.seat);
  const me = view.players.find(({ seat }) => seat === props.seat);
  return (
    <section class="rot-trade" aria-label={say('tradeTable')}>
      <ul class="rot-traders">
        {others.map(({ seat, tradingDone, productCount, revealed }) => (
          <li key={seat} class="rot-trader" data-done={tradingDone ? '' : undefined}>
            <SeatMark seat={seat} />
            <b>{playerAt(sight, seat)}</b>
            <span>{say('productCount', { count: productCount })}</span>
            {totalOf(revealed) > 0 && <Products sight={sight} tally={revealed} />}
            {tradingDone && <span class="rot-done">{say('hasStopped')}</span>}
          </li>
        ))}
        {/* Its place is kept. */}
        {me !== undefined && (
          <li class="rot-trader rot-done" style={{ visibility: me.tradingDone ? 'visible' : 'hidden' }}>
            {say('youStopped')}
          </li>
        )}
      </ul>
      <div class="rot-slips">
        {slips.length === 0 && <p class="rot-faint">{say('noOffers')}</p>}
        <Group label={say('offers')} class="rot-slip-list">
          {slips.map((slip) => (
            <SlipFace key={slip.id} sight={sight} slip={slip} />
          ))}
        </Group>
      </div>
      {sight.kind === 'trading' && <Draft sight={sight} />}
    </section>
  );
}

const STATES = {
  accepted: 'slipAccepted',
  withdrawn: 'slipWithdrawn',
  declined: 'slipDeclined',
  stale: 'slipStale',
  'player-done': 'slipPlayerDone',
} as const;

function SlipFace({ sight, slip }: { readonly sight: Sight; readonly slip: Slip }) {
  const { props, commands } = sight;
  const { id, from, to, give, want, giveCount, wantCount, state } = slip;
  const isMine = from === props.seat;
  const isForMe = !isMine && (to === '*' || to === props.seat);
  const told = {
    id,
    from: playerAt(sight, from),
    to: to === '*' ? say('everybody') : playerAt(sight, to),
    give: give === undefined ? say('cards', { count: giveCount }) : toldTally(sight, give),
    want: want === undefined ? say('cards', { count: wantCount }) : toldTally(sight, want),
  };
  const isChosen = (type: string) =>
    props.choice?.isPicked('offer', id) === true && props.choice.isPicked('type', type);
  const answers = (['accept-offer', 'decline-offer', 'withdraw-offer'] as const).filter(
    (type) => (state === 'open' || isChosen(type)) && some(commands, type, { offer: id }),
  );
  const isShort = state === 'open' && isForMe && props.seat !== null && !answers.includes('accept-offer');
  return (
    <div class="rot-slip" data-state={state} data-mine={isMine ? '' : undefined}>
      <span class="unseen">{say('slip', told)}</span>
      <span class="rot-slip-head" aria-hidden="true">
        {id} · <SeatMark seat={from} /> {told.from} → {to !== '*' && <SeatMark seat={to} />} {told.to}
      </span>
      <span class="rot-slip-deal" aria-hidden="true">
        <Products sight={sight} tally={give} count={giveCount} />
        <span>⇄</span>
        <Products sight={sight} tally={want} count={wantCount} />
      </span>
      <span class="rot-slip-state">
        {state === 'open'
          ? isMine
            ? say('slipOpenMine')
            : isShort
              ? say('slipShort')
              : say('slipOpen')
          : say(STATES[state])}
      </span>
      <span class="rot-slip-answers">
        {answers.map((type) => (
          <Answer
            key={type}
            label={say(ANSWERS[type], { id })}
            {...choosing(sight, { type, fields: { offer: id } })}
          >
            {say(SHORT[type])}
          </Answer>
        ))}
      </span>
    </div>
  );
}

const ANSWERS = {
  'accept-offer': 'acceptOffer',
  'decline-offer': 'declineOffer',
  'withdraw-offer': 'withdrawOffer',
} as const;
const SHORT = { 'accept-offer': 'accept', 'decline-offer': 'decline', 'withdraw-offer': 'withdraw' } as const;

/** Cards by their signs; face down where they are not known. */
function Products({
  sight,
  tally,
  count = 0,
}: {
  readonly sight: Sight;
  readonly tally: Tally | undefined;
  readonly count?: number;
}) {
  if (tally === undefined)
    return (
      <span class="rot-mini" data-hidden="">
        {count}
      </span>
    );
  return (
    <span class="rot-minis">
      {Object.entries(tally).map(([product, number]) => (
        <span key={product} class="rot-mini" title={nameOf(sight, product)}>
          <Sign of={product} />
          {number > 1 && <b>×{number}</b>}
        </span>
      ))}
    </span>
  );
}

/** The offer being composed: its addressee, and the number of each product on both sides. */
function Draft({ sight }: { readonly sight: Sight }) {
  const { atlas, ground, own, picks, props, commands } = sight;
  const { seat, choice } = props;
  const canOffer =
    choice !== null && seat !== null && (choice.offers('offer-trade') || some(commands, 'offer-trade'));
  if (!canOffer) return <p class="rot-draft rot-faint">{say('cannotOffer')}</p>;
  const to = addresseeIn(picks);
  const give = tallyIn(picks, 'give');
  const want = tallyIn(picks, 'want');
  const partners = ground.players.filter((player) => player.seat !== seat && !player.tradingDone);
  const most = mostWanted(ground, seat, to);
  const left = most - totalOf(want);
  const addressees: readonly Addressee[] = [...partners.map((player) => player.seat), '*'];
  const held = own?.products ?? {};
  return (
    <div class="rot-draft">
      <Group label={say('offerTo')} class="rot-draft-row">
        <span class="rot-draft-name">{say('offerTo')}</span>
        {addressees.map((one) => (
          <Answer
            key={one}
            label={one === '*' ? say('everybody') : playerAt(sight, one)}
            {...choosing(sight, { type: 'offer-trade', fields: { to: one } })}
          >
            {one === '*' ? (
              say('everybody')
            ) : (
              <>
                <SeatMark seat={one} /> {playerAt(sight, one)}
              </>
            )}
          </Answer>
        ))}
      </Group>
      <Group label={say('youGive')} class="rot-draft-row">
        <span class="rot-draft-name">{say('youGive')}</span>
        {Object.entries(held).map(([product, most]) => (
          <Amount
            key={product}
            sight={sight}
            side="give"
            product={product}
            count={give[product] ?? 0}
            most={most}
          />
        ))}
      </Group>
      <Group label={say('youWant')} class="rot-draft-row">
        <span class="rot-draft-name">{say('youWant')}</span>
        {[...atlas.products.keys()].map((product) => {
          const count = want[product] ?? 0;
          return (
            <Amount
              key={product}
              sight={sight}
              side="want"
              product={product}
              count={count}
              most={count + left}
            />
          );
        })}
      </Group>
    </div>
  );
}

interface OfAmount {
  readonly sight: Sight;
  readonly side: 'give' | 'want';
  readonly product: string;
  readonly count: number;
  readonly most: number;
}

/** One more with every choice; after the most, none. */
function Amount({ sight, side, product, count, most }: OfAmount) {
  const next = count < most ? count + 1 : 0;
  const label = say(side === 'give' ? 'giveAmount' : 'wantAmount', {
    name: nameOf(sight, product),
    count,
    most,
  });
  return (
    <Piece
      class="rot-card rot-amount"
      label={label}
      picked={count > 0}
      onPick={next === count ? undefined : () => pickCount(sight, 'offer-trade', side, product, next)}
    >
      <Sign of={product} />
      <span class="rot-card-name">{nameOf(sight, product)}</span>
      <b class="rot-amount-count">{count > 0 ? `×${count}` : ''}</b>
    </Piece>
  );
}
