// The ships as the effects of a relation would leave them, one after the other, and what each would pay: pure functions.
import { type Atlas, type Berth, sumOf, type Target } from './pieces.ts';

export interface Afloat {
  readonly quay: number;
  /** By seat. */
  readonly porters: readonly number[];
  /** More than before, or fewer, by seat. */
  readonly change: readonly number[];
  readonly goods: string | null;
  /** In which order it departs; 0 if it does not. */
  readonly departs: number;
}

/** A target that may be incomplete: the porters placed so far. */
export type Step = Target | null | undefined;

interface Quay {
  porters: number[];
  goods: string | null;
  departs: number;
}

/** `held`: the goods tile in the hand of `seat`. DOC-6, DOC-7.2. */
export function afloatAfter(
  quays: readonly Berth[],
  steps: readonly Step[],
  seat: number,
  held: string | undefined,
): Afloat[] {
  const ships = new Map<number, Quay>(
    quays.map(({ quay, porters, goods }) => [quay, { porters: porters.slice(), goods, departs: 0 }]),
  );
  const valueAt = new Map(quays.map(({ quay, value }) => [quay, value]));
  let full = 0;
  const add = (quay: number, owner: number, change: number) => {
    const ship = ships.get(quay);
    if (ship === undefined) return;
    ship.porters[owner] = (ship.porters[owner] ?? 0) + change;
    if (change > 0 && ship.departs === 0 && sumOf(ship.porters) === valueAt.get(quay)) ship.departs = ++full;
  };
  let hand = held;
  for (const step of steps) {
    switch (step?.type) {
      case 'place':
        for (const quay of step.quays) add(quay, seat, 1);
        break;
      case 'move':
        add(step.from, seat, -1);
        add(step.to, seat, 1);
        break;
      case 'swap':
        // The numbers aboard stay the same (DOC-6.6).
        add(step.ownQuay, seat, -1);
        add(step.otherQuay, step.seat, -1);
        add(step.otherQuay, seat, 1);
        add(step.ownQuay, step.seat, 1);
        break;
      case 'recall':
        add(step.quay, step.seat, -1);
        break;
      case 'trade-goods': {
        const ship = ships.get(step.quay);
        if (ship === undefined || hand === undefined) break;
        const taken = ship.goods ?? undefined;
        ship.goods = hand;
        hand = taken;
      }
    }
  }
  return quays.map(({ quay, porters, goods }) => {
    const ship = ships.get(quay) ?? { porters: porters.slice(), goods, departs: 0 };
    const change = ship.porters.map((count, owner) => count - (porters[owner] ?? 0));
    return { quay, ...ship, change };
  });
}

/** DOC-7.4, with the event in front of the ship. */
export function primeOf(
  { goods, eventKinds }: Atlas,
  { event }: Pick<Berth, 'event'>,
  laid: string | null,
): number {
  if (laid === null) return 0;
  const effect = event === null ? undefined : eventKinds.get(event.kind)?.effect;
  const change = effect?.type === 'prime-modifier' && typeof effect.amount === 'number' ? effect.amount : 0;
  return Math.max(0, (goods.get(laid)?.prime ?? 0) + change);
}

/** What a departure pays, by seat. DOC-7.4, DOC-12.4. */
export function paymentsOf(
  atlas: Atlas,
  berth: Pick<Berth, 'event'>,
  { porters, goods }: Pick<Afloat, 'porters' | 'goods'>,
): number[] {
  const prime = primeOf(atlas, berth, goods);
  const { event } = berth;
  const isPirated = event !== null && atlas.eventKinds.get(event.kind)?.effect.type === 'primes-to-owner';
  if (!isPirated) return porters.map((count) => count * prime);
  return porters.map((_, seat) => (seat === event.seat ? sumOf(porters) * prime : 0));
}
