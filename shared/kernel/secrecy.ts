// Hidden facts and the types that keep them out of everything that is sent.

declare const hidden: unique symbol;

/**
 * A fact that is secret from some viewers: a hand, a deck order, the generator.
 * At run time it is the bare value, so a state stays plain JSON; to the compiler it is opaque,
 * so it cannot be part of a view or an event. `reveal`, in a separate file, is the only way to read it.
 */
export interface Hidden<T> {
  readonly [hidden]: T;
}

export function conceal<T>(fact: T): Hidden<T> {
  return fact as unknown as Hidden<T>;
}

type Primitive = string | number | boolean | null | undefined;
type Unsendable = Hidden<unknown> | ((...args: never[]) => unknown) | symbol | bigint;

/**
 * `true` if `T` contains nothing but plain data, at any depth; otherwise `false`. Types that say nothing about
 * their contents (`any`, `unknown`, `object`, `{}`) could hold a hidden fact, so they are rejected too.
 */
export type IsWire<T> = false extends WireParts<T> ? false : true;

type WireParts<T> = unknown extends T
  ? false
  : T extends Unsendable
    ? false
    : T extends Primitive
      ? true
      : T extends readonly (infer Item)[]
        ? WireParts<Item>
        : [keyof T] extends [never]
          ? false
          : { [Key in keyof T]-?: WireParts<T[Key]> }[keyof T];

/** Deeply read-only: how a state is typed everywhere except for the owner of a draft. */
export type Frozen<T> =
  T extends Hidden<infer Fact>
    ? Hidden<Frozen<Fact>>
    : T extends Primitive
      ? T
      : T extends readonly (infer Item)[]
        ? readonly Frozen<Item>[]
        : { readonly [Key in keyof T]: Frozen<T[Key]> };
