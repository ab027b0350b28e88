// Positions for tests, written as players would describe them at the table.
import { builtInComponents } from '../../../kernel/built-in.ts';
import { createDealer } from '../../../kernel/dealer.ts';
import { ask } from '../../../kernel/decisions.ts';
import type { Seat } from '../../../kernel/seat.ts';
import { conceal } from '../../../kernel/secrecy.ts';
import { toolsFor } from '../../../testing/scenario.ts';
import { emptyTally, ownerOf, selectionFor } from '../components.ts';
import { derive } from '../derive.ts';
import { visibleFlags } from '../flags.ts';
import { borneo } from '../index.ts';
import { type Options, optionsSchema } from '../options.ts';
import { layOut } from '../setup.ts';
import type { Distribution, Draft, Fight, Kind, Shown, State } from '../state.ts';

export const components = builtInComponents(borneo);
export const game = borneo.withEdition(components);
const { possible, ...tools } = toolsFor(game);
export const { begun, accepted, playedThrough, refusal, legalOf, fallbackOf } = tools;

/** Defaults: the active seat is 0, shipments are in the deck, tiles are available. */
export interface Scenario {
  readonly seats?: number;
  readonly options?: Partial<Options>;
  readonly kind: Kind;
  readonly active?: Seat;
  /** The seat that must act, if not the active seat. */
  readonly asked?: Seat;
  /** Merchants that are not listed are not in play. */
  readonly companies?: Partial<Shown['companies']>;
  /** By seat; a seat that is not listed holds three cards from the deck, and none in the final round. */
  readonly hands?: Readonly<Record<Seat, readonly string[]>>;
  readonly warehouses?: Readonly<Record<Seat, readonly string[]>>;
  readonly missions?: Readonly<Record<Seat, readonly string[]>>;
  /** By default the first three harbours that are not listed elsewhere. */
  readonly slots?: readonly (readonly [harbour: string | null, ...pile: string[]])[];
  /** How many cards are left in the deck (the rest is in no hand). */
  readonly deckCount?: number;
  readonly discard?: readonly string[];
  readonly harbourPileCount?: number;
  readonly pirateShip?: Shown['pirateShip'];
  /** The generator's seed, for later shuffles. */
  readonly seed?: string;
  readonly fight?: Omit<Fight, 'defenceCards'> & Partial<Pick<Fight, 'defenceCards'>>;
  readonly distribution?: Distribution;
}

export function scenario(named: Scenario): Draft {
  const { seats = 4, kind, active = 0, asked = active, companies = {} } = named;
  const options = optionsSchema().parse(named.options ?? {});
  const used = new Set(namedIds(named));
  const free = (ids: Iterable<string>) => [...ids].filter((id) => !used.has(id));
  const deck = free(components.shipmentOf.keys());
  const harbourPile = free(selectionFor(components, seats).harbours);
  const slots = named.slots ?? harbourPile.splice(-3).map((harbour) => [harbour] as const);
  const final = kind === 'final-mission';
  const placing = kind === 'placement';
  const dealt = final ? 0 : 3;
  const hands = Array.from({ length: seats }, (_, seat) => [
    ...(named.hands?.[seat] ?? deck.splice(0, dealt)),
  ]);
  const dealer = createDealer(named.seed ?? '0123456789abcdef0123456789abcdef');
  const { shown } = layOut(components, { ...options, firstSeat: 0 }, seats, { ...dealer });
  const draft: Draft = {
    version: 50,
    open: [],
    rng: conceal(dealer),
    shown: {
      ...shown,
      options,
      activeSeat: placing ? -1 : active,
      turn: placing ? 0 : 9,
      discard: [...(named.discard ?? [])],
      slots: (final ? [[null], [null], [null]] : slots).map(([harbourId, ...pile]) => ({
        harbourId: harbourId ?? null,
        pile: pile.flatMap((card) => card ?? []),
        counts:
          pile.length > 0
            ? visibleFlags(
                components,
                pile.flatMap((card) => card ?? []),
              )
            : emptyTally(),
      })),
      companies: { ...shown.companies, ...copied(companies) },
      availableMissions: free(selectionFor(components, seats).missions),
      players: shown.players.map((player) => ({
        ...player,
        warehouse: [...(named.warehouses?.[player.seat] ?? [])],
        unplacedMerchants: placing ? player.unplacedMerchants - placedBy(companies, player.seat) : 0,
      })),
      fight: named.fight === undefined ? null : { defenceCards: [], ...named.fight },
      distribution: named.distribution ?? null,
      pirateShip: named.pirateShip ?? shown.pirateShip,
      endReason: final ? 'harbours' : null,
    },
    hidden: {
      deck: conceal(deck.slice(0, named.deckCount ?? deck.length)),
      harbourPile: conceal(harbourPile.slice(0, named.harbourPileCount ?? harbourPile.length)),
      hands: hands.map((hand) => conceal(hand)),
      missions: hands.map((_, seat) => conceal([...(named.missions?.[seat] ?? [])])),
    },
  };
  ask(draft, asked, kind);
  derive({ components, draft, state: draft as State, memo: undefined, news: [] });
  return possible(draft);
}

function namedIds(named: Scenario): string[] {
  const lists = [named.hands, named.warehouses, named.missions].flatMap((bySeat) =>
    Object.values(bySeat ?? {}),
  );
  return [
    ...lists.flat(),
    ...(named.slots ?? []).flat().filter((id) => id !== null),
    ...(named.discard ?? []),
    ...(named.fight?.attackCards ?? []),
    ...(named.fight?.defenceCards ?? []),
    ...(named.distribution?.remaining ?? []),
  ];
}

function placedBy(companies: Scenario['companies'], seat: Seat): number {
  return Object.values(companies ?? {})
    .flat()
    .filter((merchant) => ownerOf(merchant) === seat).length;
}

function copied(companies: Scenario['companies']): Partial<Shown['companies']> {
  return Object.fromEntries(
    Object.entries(companies ?? {}).map(([company, column]) => [company, [...column]]),
  );
}
