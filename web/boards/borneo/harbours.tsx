// The three harbours: what is needed, the flags that count, the cards that lie there, the places left.
import { known } from '../parts/atlas.ts';
import { Card } from '../parts/card.tsx';
import { Group } from '../parts/group.tsx';
import { offered } from '../parts/picking.ts';
import { Piece } from '../parts/piece.tsx';
import { nameOf } from '../parts/sight.ts';
import { ShipmentFace, toldTally } from './cards.tsx';
import { type Outcome, outcomeOf, shownFlags, tallied } from './flags.ts';
import { COMPANIES, type Harbour, type Shipment, type Slot, type Tally } from './pieces.ts';
import { type Sight, say } from './sight.ts';
import { Flag, Spices } from './symbols.tsx';
import { atSlot } from './trace.ts';

export function Harbours({ sight }: { readonly sight: Sight }) {
  return (
    <Group label={say('harbours')} class="bor-harbours" isRegion>
      {sight.view.slots.map((slot, index) => (
        <Place key={index} sight={sight} slot={slot} index={index} />
      ))}
    </Group>
  );
}

interface OfPlace {
  readonly sight: Sight;
  readonly slot: Slot;
  readonly index: number;
}

function Place({ sight, slot, index }: OfPlace) {
  const { view, atlas } = sight;
  const isDistributed = view.distribution?.slot === index;
  const harbour = atlas.harbours.get((isDistributed ? view.distribution?.harbourId : slot.harbourId) ?? '');
  if (harbour === undefined)
    return (
      <div class="bor-harbour" data-at={atSlot(index)} data-closed="">
        <Piece class="bor-harbour-head" label={say('harbourClosed', { number: index + 1 })}>
          <span aria-hidden="true">—</span>
        </Piece>
      </div>
    );
  const pile = known(atlas.shipments, isDistributed ? (view.distribution?.remaining ?? []) : slot.pile);
  return (
    <div class="bor-harbour" data-at={atSlot(index)} data-distributed={isDistributed ? '' : undefined}>
      <Head sight={sight} index={index} harbour={harbour} pile={pile} isDistributed={isDistributed} />
      <ol class="bor-pile">
        {pile.map((shipment, place) => (
          <li key={shipment.id}>
            <Lying
              sight={sight}
              shipment={shipment}
              isCovered={place < pile.length - 1}
              isFree={isDistributed}
            />
          </li>
        ))}
        {!isDistributed &&
          Array.from({ length: Math.max(0, harbour.maxCards - pile.length) }, (_, place) => (
            <li key={`free-${pile.length + place}`} class="bor-free" aria-hidden="true" />
          ))}
      </ol>
    </div>
  );
}

interface OfHead {
  readonly sight: Sight;
  readonly index: number;
  readonly harbour: Harbour;
  readonly pile: readonly Shipment[];
  readonly isDistributed: boolean;
}

function Head({ sight, index, harbour, pile, isDistributed }: OfHead) {
  const { picks, kind, atlas, isForeseen } = sight;
  const name = nameOf(sight, harbour.id);
  const card = picks.values.get('card');
  const meaning = kind === 'shipment' ? offered(sight, { fields: { slot: index } }) : undefined;
  const next =
    typeof card === 'string' && meaning !== undefined && !isForeseen ? atlas.shipments.get(card) : undefined;
  const counts = tallied(shownFlags(pile));
  const then = next && [...pile, next];
  const outcome = then && outcomeOf(then, harbour);
  const left = harbour.maxCards - pile.length;
  const told = (tally: Tally) => toldTally(tally, (id) => nameOf(sight, id));
  const label =
    then === undefined
      ? say('harbour', {
          name,
          spice: nameOf(sight, harbour.spice),
          count: pile.length,
          of: harbour.maxCards,
          monopoly: harbour.monopoly,
          flags: isDistributed ? '' : told(counts),
        })
      : say('harbourPlay', {
          name,
          flags: told(tallied(shownFlags(then))),
          outcome: toldOutcome(sight, outcome),
        });
  return (
    <Card
      sight={sight}
      id={harbour.id}
      class="bor-harbour-head piece-of-area"
      label={label}
      meaning={meaning}
    >
      <span class="bor-harbour-name">
        <Spices spice={harbour.spice} units={harbour.units} />
        <span style={{ '--letters': name.length }}>{name}</span>
      </span>
      <Counts
        counts={counts}
        then={then && tallied(shownFlags(then))}
        monopoly={harbour.monopoly}
        isHidden={isDistributed}
      />
      <span
        class="bor-harbour-news"
        data-then={outcome === undefined || outcome.kind === 'open' ? undefined : ''}
      >
        {outcome !== undefined && outcome.kind !== 'open' ? (
          <OutcomeMark outcome={outcome} sight={sight} />
        ) : (
          <>
            <span>{say('monopolyAt', { count: harbour.monopoly })}</span>
            <span>{isDistributed ? '' : say('roomLeft', { count: left })}</span>
          </>
        )}
      </span>
    </Card>
  );
}

interface OfCounts {
  readonly counts: Tally;
  readonly then: Tally | undefined;
  readonly monopoly: number;
  readonly isHidden: boolean;
}

/** The counted flags of each company, as a number and as a bar that is full at the monopoly. */
function Counts({ counts, then, monopoly, isHidden }: OfCounts) {
  return (
    <span class="bor-counts" data-hidden={isHidden ? '' : undefined}>
      {COMPANIES.map((company) => {
        const count = counts[company];
        const next = then?.[company] ?? count;
        return (
          <span key={company} class="bor-count" data-changed={next === count ? undefined : ''}>
            <Flag company={company} />
            <b>{next}</b>
            <svg viewBox="0 0 24 4" preserveAspectRatio="none" data-company={company} aria-hidden="true">
              <rect class="bor-bar" width="24" height="4" />
              <rect class="bor-then" width={24 * Math.min(1, next / monopoly)} height="4" />
              <rect class="bor-cloth" width={24 * Math.min(1, Math.min(count, next) / monopoly)} height="4" />
            </svg>
          </span>
        );
      })}
    </span>
  );
}

function OutcomeMark({ outcome, sight }: { readonly outcome: Outcome; readonly sight: Sight }) {
  return (
    <>
      <span class="bor-outcome-word">{toldOutcome(sight, { ...outcome, companies: [] })}</span>
      <span>
        {outcome.companies.map((company) => (
          <Flag key={company} company={company} />
        ))}
      </span>
    </>
  );
}

function toldOutcome(sight: Sight, outcome: Outcome | undefined): string {
  if (outcome === undefined || outcome.kind === 'open') return '';
  const companies = outcome.companies.map((company) => nameOf(sight, company)).join(', ');
  return say(outcome.kind === 'monopoly' ? 'thenMonopoly' : 'thenShared', { companies }).replace(
    /[\s:]+$/,
    '',
  );
}

interface OfLying {
  readonly sight: Sight;
  readonly shipment: Shipment;
  readonly isCovered: boolean;
  /** Being distributed: it can be taken. */
  readonly isFree: boolean;
}

function Lying({ sight, shipment, isCovered, isFree }: OfLying) {
  const { id } = shipment;
  const isAsked = isFree && sight.kind === 'pick';
  return (
    <Card
      sight={sight}
      id={id}
      class="bor-card bor-lying"
      isCard
      meaning={isAsked ? offered(sight, { fields: { card: id } }) : undefined}
    >
      <ShipmentFace shipment={shipment} isCovered={isCovered} />
    </Card>
  );
}
