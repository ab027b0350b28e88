// Compile-time tests of what may be sent, and what `IsWire` rejects. Each refusal is an `@ts-expect-error`, so a
// proof that lets something through does not compile. `secrecy.campaign.test.ts` weakens the proof and expects this file
// to fail.
import { conceal, type Frozen, type Hidden, type IsWire } from '../kernel/secrecy.ts';

// biome-ignore lint/suspicious/noExplicitAny: that it is refused is tested here
type Anything = any;
// biome-ignore lint/complexity/noBannedTypes: that it is refused is tested here
type Empty = {};
type Hand = Hidden<readonly string[]>;

declare function sendable<T>(...proof: IsWire<T> extends true ? [] : [problem: 'not plain data']): T;

export function plainDataIsSendable(): unknown[] {
  return [
    sendable<string>(),
    sendable<number | null>(),
    sendable<boolean | undefined>(),
    sendable<'red' | 'blue'>(),
    sendable<string & { readonly brand: 'Seat' }>(),
    sendable<readonly string[]>(),
    sendable<[number, string, ...boolean[]]>(),
    sendable<{ a: number; b?: string; readonly c: readonly { d: 'x' | null }[] }>(),
    sendable<Record<string, readonly number[]>>(),
    sendable<Readonly<Record<'a' | 'b', { c?: number }>>>(),
    sendable<{ type: 'one' } | { type: 'two'; seats: [number, number] }>(),
    // An object that can hold nothing: what a schema without fields infers.
    sendable<Record<string, never>>(),
    sendable<Frozen<{ a: { b: number[] } }>>(),
  ];
}

export function hiddenFactsAreNot(): unknown[] {
  return [
    // @ts-expect-error bare
    sendable<Hand>(),
    // @ts-expect-error a hidden primitive
    sendable<Hidden<number>>(),
    // @ts-expect-error in a field
    sendable<{ hand: Hand }>(),
    // @ts-expect-error in a field among others
    sendable<{ a: number; b: string; hand: Hand; c: null }>(),
    // @ts-expect-error deep inside
    sendable<{ a: { b: { c: { d: Hand } } } }>(),
    // @ts-expect-error in an array
    sendable<Hand[]>(),
    // @ts-expect-error in a read-only array of objects
    sendable<{ players: readonly { name: string; hand: Hand }[] }>(),
    // @ts-expect-error in an array of arrays
    sendable<Hand[][]>(),
    // @ts-expect-error in an optional field
    sendable<{ a: number; hand?: Hand }>(),
    // @ts-expect-error in an optional field, deep
    sendable<{ a?: { hand?: Hand } }>(),
    // @ts-expect-error in a read-only field
    sendable<{ readonly hand: Hand }>(),
    // @ts-expect-error one of a union
    sendable<string | Hand>(),
    // @ts-expect-error one of a union, in a field
    sendable<{ hand: readonly string[] | Hand | null }>(),
    // @ts-expect-error in one member of a union of objects
    sendable<{ type: 'one' } | { type: 'two'; hand: Hand }>(),
    // @ts-expect-error in a tuple
    sendable<[number, Hand]>(),
    // @ts-expect-error in a read-only tuple
    sendable<readonly [Hand, number]>(),
    // @ts-expect-error in an optional element of a tuple
    sendable<[number, Hand?]>(),
    // @ts-expect-error in the rest of a tuple
    sendable<[number, ...Hand[]]>(),
    // @ts-expect-error under an index signature
    sendable<{ [name: string]: Hand }>(),
    // @ts-expect-error under an index signature of numbers
    sendable<{ [seat: number]: Hand }>(),
    // @ts-expect-error under an index signature of templates
    sendable<{ [name: `hand-${string}`]: Hand }>(),
    // @ts-expect-error in a record with some keys
    sendable<Partial<Record<'a' | 'b', Hand>>>(),
    // @ts-expect-error under a symbol
    sendable<{ [Symbol.iterator]: Hand }>(),
    // @ts-expect-error in an intersection
    sendable<{ a: number } & { hand: Hand }>(),
    // @ts-expect-error with a mark of its own
    sendable<Hand & { readonly brand: 'Hand' }>(),
    // @ts-expect-error hidden twice
    sendable<Hidden<Hand>>(),
    // @ts-expect-error frozen
    sendable<Frozen<{ players: { hand: Hand }[] }>>(),
    // @ts-expect-error concealed just now
    sendable<{ deck: ReturnType<typeof conceal<number[]>> }>(),
  ];
}

export function whatCouldHoldAnythingIsNot(): unknown[] {
  return [
    // @ts-expect-error unknown
    sendable<unknown>(),
    // @ts-expect-error any
    sendable<Anything>(),
    // @ts-expect-error object
    sendable<object>(),
    // @ts-expect-error {}
    sendable<Empty>(),
    // @ts-expect-error Record<string, unknown>
    sendable<Record<string, unknown>>(),
    // @ts-expect-error Record<string, object>
    sendable<Record<string, object>>(),
    // @ts-expect-error unknown in a field
    sendable<{ a: number; b: unknown }>(),
    // @ts-expect-error unknown in an optional field
    sendable<{ a: number; b?: unknown }>(),
    // @ts-expect-error any in an array
    sendable<{ a: readonly Anything[] }>(),
    // @ts-expect-error object in a tuple
    sendable<[number, object]>(),
    // @ts-expect-error object in a union
    sendable<{ a: number } | object>(),
    // @ts-expect-error an array of unknown
    sendable<unknown[]>(),
  ];
}

export function whatJsonCannotSayIsNot(): unknown[] {
  return [
    // @ts-expect-error a function
    sendable<() => number>(),
    // @ts-expect-error a function with fields of plain data
    sendable<{ (): number; a: string }>(),
    // @ts-expect-error a function in a field
    sendable<{ peek: (seat: number) => string }>(),
    // @ts-expect-error a symbol
    sendable<{ a: symbol }>(),
    // @ts-expect-error a bigint
    sendable<{ a: bigint }>(),
    // @ts-expect-error a map
    sendable<{ a: Map<string, number> }>(),
    // @ts-expect-error a read-only set
    sendable<ReadonlySet<number>>(),
    // @ts-expect-error a promise
    sendable<Promise<number>>(),
    // @ts-expect-error a date
    sendable<{ a: Date }>(),
  ];
}

export function aHiddenFactIsOpaque(hand: Hidden<string[]>): unknown[] {
  // @ts-expect-error it is not what it hides
  const bare: string = conceal('spade');
  // @ts-expect-error nothing can be read from it
  const count = hand.length;
  // @ts-expect-error a bare fact is not hidden by itself
  const unconcealed: Hidden<string> = 'spade';
  // @ts-expect-error nor is a frozen one open
  const frozen: Frozen<{ hand: Hidden<string[]> }> = { hand: ['spade'] };
  return [bare, count, unconcealed, frozen];
}
