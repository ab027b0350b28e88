// What the hidden half of a state may hold.
import type { Hidden } from './secrecy.ts';

/** `true` if `T` contains nothing but hidden facts, at any depth. */
export type IsHidden<T> = false extends HiddenParts<T> ? false : true;

type HiddenParts<T> = unknown extends T
  ? false
  : T extends Hidden<unknown> | null | undefined
    ? true
    : T extends readonly (infer Item)[]
      ? HiddenParts<Item>
      : T extends object
        ? [keyof T] extends [never]
          ? false
          : { [Key in keyof T]-?: HiddenParts<T[Key]> }[keyof T]
        : false;
