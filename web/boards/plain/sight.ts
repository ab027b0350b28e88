// The data that every part of the board draws, for a game of which nothing is known but its words and schemas.
import { useMemo } from 'preact/hooks';
import type { GameSchemas } from '../../../client/index.ts';
import { textsOf } from '../../lib/language.ts';
import { useWording } from '../../wording/use-wording.ts';
import type { Wording } from '../../wording/wording.ts';
import type { BoardProps } from '../board.ts';
import type { SomeGame } from '../furnish.ts';
import { type BaseSight, useBaseSight } from '../parts/sight.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import { isNamedIn, type Way, waysOf } from './picking.ts';

export const say = textsOf({ en, fr });

export interface PlainProps extends BoardProps<SomeGame> {
  readonly schemas: GameSchemas;
}

/** A component of the box, and the colour of its kind. */
interface Printed {
  readonly piece: object;
  readonly paint: string;
}

export interface Sight extends BaseSight<SomeGame> {
  readonly wording: Wording;
  readonly pieces: ReadonlyMap<string, Printed>;
  readonly ways: ReadonlyMap<string, Way>;
}

/** One for each kind of component, in the order of the box. */
const PAINTS = ['blue', 'yellow', 'green', 'orange', 'purple', 'red', 'brown', 'black'] as const;

export function useSight(props: PlainProps): Sight {
  const { teller, schemas, catalogue, table } = props;
  const names = table.value.seats.map(({ name }) => name);
  const movedIn = (events: readonly SomeGame['Event'][]) =>
    new Set(
      events.flatMap((event) =>
        teller.parts(event, names).flatMap((part) => (part.as === 'component' ? [part.id] : [])),
      ),
    );
  const base = useBaseSight(props, movedIn);
  const wording = useWording({ teller, schemas, catalogue }, names);
  const pieces = useMemo(() => piecesIn(catalogue), [catalogue]);
  const { commands } = base;
  const ways = useMemo(() => waysOf(commands), [commands]);
  return { ...base, wording, pieces, ways };
}

function piecesIn(catalogue: object): ReadonlyMap<string, Printed> {
  const { components = {} } = catalogue as { readonly components?: Record<string, readonly object[]> };
  const all = Object.values(components).flatMap((list, kind) =>
    list.map((piece): [string, Printed] => {
      const { id = '' } = piece as { readonly id?: string };
      return [id, { piece, paint: `var(--paint-${PAINTS[kind % PAINTS.length]})` }];
    }),
  );
  return new Map(all);
}

export function isPicked({ choice }: Sight, id: string): boolean {
  if (choice === null) return false;
  const { value: candidate } = choice.candidate;
  return (
    choice.picks.value.some(({ value }) => value === id) ||
    (candidate !== undefined && isNamedIn(candidate, id))
  );
}

/** Picks a component or, if it is picked, takes it back; undefined where it cannot be chosen. */
export function pickOf({ choice, ways }: Sight, id: string): (() => void) | undefined {
  const way = ways.get(id);
  if (choice === null || choice.decision.value === null || way === undefined) return undefined;
  const taken = choice.picks.value.find(({ value }) => value === id);
  if (taken !== undefined) return () => choice.undo(taken);
  const step = choice.steps.value.find(({ options }) => options.includes(id));
  if (step !== undefined) return () => choice.take(step, id);
  return () => (way.how === 'items' ? choice.toggle(way.path, id) : choice.pick(way.path, id));
}
