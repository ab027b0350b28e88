// Compares the news of a command in two worlds that one seat cannot distinguish.
import { canonicalJson } from '../kernel/canonical.ts';
import type { Game, News, Shape } from '../kernel/game.ts';
import { newsFor } from '../kernel/journal.ts';
import type { Seat } from '../kernel/seat.ts';
import type { Frozen } from '../kernel/secrecy.ts';

/**
 * What turns up with an event: the facts that its recipients did not know. Between two worlds that a seat cannot tell
 * apart, only these may differ.
 */
export interface Turning {
  /** These fields name revealed pieces; they may differ only if the views of the seat show the pieces too. */
  readonly shows?: readonly string[];
  /** These fields hold revealed facts that are no single pieces, such as kinds of which there are many. */
  readonly turns?: readonly string[];
  /** What the event shows is hidden again at once, so the views after it may be the same whatever it was. */
  readonly fleeting?: boolean;
  /** These fields follow from pieces revealed in this event or just before: a price, the winner of a fight. */
  readonly follows?: readonly string[];
  /** What is revealed decides how play goes on; if it differs, so may all later events, views and decisions. */
  readonly leads?: boolean;
  /** This event opens everything that was hidden, as at the end of a game; nothing after it is compared. */
  readonly opens?: boolean;
}

type TurningTable = Readonly<Partial<Record<string, Turning>>>;

type ToldEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

/** The outcome of a command in one world, as one seat sees it. */
export interface Account {
  readonly told: readonly ToldEvent[];
  /** The public view and the seat view after the command. */
  readonly views: unknown;
  /** Pieces that the command names in fields hidden from the viewer. */
  readonly named: readonly string[];
}

export type Comparison = 'same' | 'incomparable' | { readonly finding: string };

export function viewsOf<G extends Shape>(game: Game<G>, state: Frozen<G['State']>, seat: Seat): unknown {
  return [game.publicView(state), game.seatView(state, seat)];
}

export function accountOf<G extends Shape>(
  game: Game<G>,
  viewer: Seat,
  outcome: { readonly state: Frozen<G['State']>; readonly news: readonly News<G['Event']>[] },
  named: readonly string[] = [],
): Account {
  const views = viewsOf(game, outcome.state, viewer);
  return { told: newsFor(outcome.news, viewer) as readonly object[] as readonly ToldEvent[], views, named };
}

/** A state that this seat cannot distinguish from the real one. */
export function imagined<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  seat: Seat,
  seed: string,
): Frozen<G['State']> {
  const all = JSON.parse(JSON.stringify(game.publicView(state)));
  const own = JSON.parse(JSON.stringify(game.seatView(state, seat)));
  return game.imagine(all, own, seat, seed);
}

/**
 * Whether a seat that could not distinguish two worlds gets the same from both: the same news, then the same
 * views and decisions. Revealed facts are masked; nothing else may differ.
 */
export function compare(one: Account, two: Account, turning: TurningTable): Comparison {
  const masks: [Map<string, string>, Map<string, string>] = [new Map(), new Map()];
  const seen = [textsIn(one.views), textsIn(two.views)] as const;
  const mask = (here: string | undefined, there: string | undefined, fleeting = false): boolean => {
    if (here === undefined || there === undefined || here === there) return false;
    if (!fleeting && !(seen[0].has(here) && seen[1].has(there))) return false;
    const token = masks[0].get(here) ?? masks[1].get(there) ?? `(turned ${masks[0].size})`;
    masks[0].set(here, token);
    masks[1].set(there, token);
    return true;
  };

  // Events up to this one must be equal in any case; later ones too, unless a revealed fact changed the course.
  let strict = Number.POSITIVE_INFINITY;
  let led = false;
  // A piece played openly may have specific effects. If the views are equal, nothing was played openly.
  if (canonicalJson(one.views) !== canonicalJson(two.views)) {
    const shown = one.named.map((piece, index) => mask(piece, two.named[index]));
    if (shown.includes(true)) [strict, led] = [-1, true];
  }
  const events: [unknown, unknown][] = [];
  let parted: number | undefined;
  /** Revealed facts that the views must show as well. */
  const inSight: { readonly type: string; readonly facts: [unknown, unknown] }[] = [];
  for (let index = 0; index < Math.max(one.told.length, two.told.length); index++) {
    const [here, there] = [one.told[index], two.told[index]];
    if (here === undefined || there === undefined || here.type !== there.type) {
      led ||= [here, there].some((event) => event !== undefined && turning[event.type]?.leads === true);
      strict = Math.min(strict, index - 1);
      parted = index;
      break;
    }
    const spec = turning[here.type] ?? {};
    const isOther = (field: string) => canonicalJson([here[field]]) !== canonicalJson([there[field]]);
    const turned = (spec.turns ?? []).filter(isOther);
    if (spec.fleeting !== true)
      for (const field of turned) inSight.push({ type: here.type, facts: [here[field], there[field]] });
    let masking = false;
    for (const field of spec.shows ?? []) {
      const others = piecesOf(there[field]);
      for (const [at, piece] of piecesOf(here[field]).entries())
        masking = mask(piece, others[at], spec.fleeting) || masking;
    }
    const followed = masks[0].size + turned.length > 0 ? (spec.follows ?? []).filter(isOther) : [];
    const leads = spec.opens === true || (spec.leads === true && (masking || turned.length > 0));
    if (leads || followed.length > 0 || turned.length > 0) strict = Math.min(strict, index);
    led ||= leads;
    const rest = (event: object) =>
      Object.fromEntries(
        Object.entries(event).filter(([field]) => !followed.includes(field) && !turned.includes(field)),
      );
    events.push([rest(here), rest(there)]);
  }

  const texts = (value: readonly [unknown, unknown]) =>
    [masked(value[0], masks[0]), masked(value[1], masks[1])] as const;
  const views = texts([one.views, two.views]);
  const sameViews = views[0] === views[1] && parted === undefined;
  for (const [index, pair] of events.entries()) {
    if (index > strict && !sameViews) return 'incomparable';
    const [here, there] = texts(pair);
    if (here !== there) return { finding: `told ${here} in one world, ${there} in the other` };
  }
  if (sameViews) {
    const unseen = inSight.find(({ facts }) => {
      const [here, there] = texts(facts);
      return here !== there;
    });
    return unseen === undefined ? 'same' : { finding: `told what the views do not show: ${unseen.type}` };
  }
  if (parted !== undefined && !led) {
    const kinds = [one, two].map(({ told }) => told[parted]?.type ?? 'nothing');
    return { finding: `then ${kinds[0]} in one world, ${kinds[1]} in the other` };
  }
  if (strict < Number.POSITIVE_INFINITY) return 'incomparable';
  return { finding: `seen ${firstDifference(views[0], views[1])}` };
}

/** Every string in a value, in order, including the keys of its maps. */
export function piecesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) return value.flatMap(piecesOf);
  return Object.entries(value).flatMap(([key, inner]) => [key, ...piecesOf(inner)]);
}

/** Every string in a value, including field names, since maps can have pieces as keys. */
export function textsIn(value: unknown, into: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string') into.add(value);
  else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) into.add(key);
      textsIn(inner, into);
    }
  }
  return into;
}

/** Serializes a value with pieces masked. Lists with a masked piece are sorted, since its position may differ. */
function masked(value: unknown, mask: ReadonlyMap<string, string>): string {
  if (mask.size === 0) return canonicalJson(value);
  const replace = (inner: unknown): unknown => {
    if (typeof inner === 'string') return mask.get(inner) ?? inner;
    if (inner === null || typeof inner !== 'object') return inner;
    if (Array.isArray(inner)) {
      const list = inner.map(replace);
      const isTurned = list.some((piece) => typeof piece === 'string' && piece.startsWith('(turned '));
      return isTurned ? list.map(canonicalJson).sort() : list;
    }
    return Object.fromEntries(
      Object.entries(inner).map(([key, part]) => [mask.get(key) ?? key, replace(part)]),
    );
  };
  return canonicalJson(replace(value));
}

function firstDifference(here: string, there: string): string {
  let at = 0;
  while (at < here.length && here[at] === there[at]) at++;
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60);
  return `…${around(here)}… in one world, …${around(there)}… in the other`;
}
