// What every part of the board draws from: the position, the names of things, and the answer in the making.
import { batch } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { textsOf } from '../../lib/language.ts';
import type { BoardProps } from '../board.ts';
import { type Afloat, afloatAfter } from './afloat.ts';
import { type Departure, departuresIn } from './departures.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import { type Atlas, atlasOf, type Command, type Dockers, type Own, type View } from './pieces.ts';
import { type Fields, isPlay, type Plan, planOf } from './plan.ts';
import { movedIn } from './trace.ts';

export const say = textsOf({ en, fr });

export interface Sight {
  readonly props: BoardProps<Dockers>;
  readonly view: View;
  /** The latest position that was really reached: what is picked from stays while its outcome is looked at. */
  readonly ground: View;
  /** What the seat itself sees there. */
  readonly own: Own | null;
  readonly atlas: Atlas;
  /** What the seat is asked; null while it is not, or while the past is shown. */
  readonly kind: Dockers['Kind'] | null;
  /** The legal commands. */
  readonly commands: readonly Command[];
  /** Those that the picks leave; none while nothing is picked. */
  readonly fitting: readonly Command[];
  /** The relation in the making. */
  readonly plan: Plan | undefined;
  /** The ships as they are drawn: with what the relation in the making would do to them. */
  readonly afloat: readonly Afloat[];
  /** Which ships left with the latest move, or would leave. */
  readonly departures: readonly Departure[];
  readonly moved: ReadonlySet<string>;
  readonly isForeseen: boolean;
}

export function useSight(props: BoardProps<Dockers>): Sight {
  const { choice, catalogue, seat } = props;
  const { value: scene } = props.scene;
  const atlas = useMemo(() => atlasOf(catalogue), [catalogue]);
  const reached = useRef(scene);
  if (scene.time !== 'foreseen') reached.current = scene;
  const { view: ground, own } = reached.current;
  const kind = choice !== null && scene.time !== 'past' ? (choice.decision.value?.kind ?? null) : null;
  const asked = kind === null ? null : choice;
  const commands = asked?.legal.value.commands ?? [];
  const candidate = asked?.candidate.value;
  const picked = asked === null || asked.isEmpty.value ? [] : asked.fitting.value;
  const fitting = candidate === undefined ? picked : [candidate];
  const plan = useMemo(() => planIn(atlas, commands, fitting), [atlas, commands, fitting]);
  const isForeseen = scene.time === 'foreseen';
  const quays = plan === undefined ? scene.view.quays : ground.quays;
  const steps = plan === undefined ? [] : plan.settled.map((target, n) => stepAt(plan, target, n));
  return {
    props,
    view: scene.view,
    ground,
    own,
    atlas,
    kind,
    commands,
    fitting,
    plan,
    afloat: afloatAfter(quays, steps, seat ?? 0, own?.goods[0]),
    departures: useMemo(() => {
      const foreseen = departuresIn(scene.events);
      return foreseen.length > 0 ? foreseen : departuresIn(reached.current.events);
    }, [scene]),
    moved: useMemo(() => movedIn(scene.events), [scene]),
    isForeseen,
  };
}

function stepAt(plan: Plan, target: Plan['settled'][number], index: number) {
  // What comes after an open effect is not played yet.
  const isReached = !plan.isOpen || index < plan.index;
  if (isReached) return target;
  return index === plan.index ? plan.begun : undefined;
}

function planIn(atlas: Atlas, commands: readonly Command[], fitting: readonly Command[]): Plan | undefined {
  const plays = fitting.filter(isPlay);
  const [one] = plays;
  const relation = atlas.relations.get(one?.relation ?? '');
  const isOne = plays.length === fitting.length && plays.every((play) => play.relation === one?.relation);
  return relation === undefined || !isOne ? undefined : planOf(relation, commands, fitting);
}

/** The name of a component, in the player's language. */
export function nameOf({ props }: Sight, id: string): string {
  return props.teller.book.components[id] ?? id;
}

export function playerAt({ props }: Sight, seat: number): string {
  return props.table.value.seats[seat]?.name ?? `${seat + 1}`;
}

export function isLit({ props }: Sight, id: string): boolean {
  return props.lit.value.has(id);
}

/** The value that all commands have there which the picks leave; undefined while it is open. */
export function pickedAt({ fitting }: Sight, type: Command['type'], field: string): unknown {
  const [one, ...others] = fitting;
  if (one === undefined || one.type !== type) return undefined;
  const value: unknown = Reflect.get(one, field);
  return others.every((command) => command.type === type && Reflect.get(command, field) === value)
    ? value
    : undefined;
}

export function can({ commands }: Sight, type: Command['type'], fields: Fields = {}): boolean {
  return commands.some(
    (command) =>
      command.type === type &&
      Object.entries(fields).every(([field, value]) => Reflect.get(command, field) === value),
  );
}

/** Picks what choosing something means; chosen again, it is put back. */
export function pick({ props: { choice } }: Sight, type: Command['type'], fields: Fields = {}): void {
  if (choice === null) return;
  batch(() => {
    const entries = Object.entries(fields);
    const isThere = choice.selection.value.type === type;
    if (isThere && entries.every(([path, value]) => choice.isPicked(path, value))) {
      const [last] = entries.slice(-1);
      if (last === undefined) choice.clear();
      else choice.pick(...last);
      return;
    }
    if (!isThere) choice.pickType(type);
    for (const [path, value] of entries) if (!choice.isPicked(path, value)) choice.pick(path, value);
  });
}

/** Takes back what was picked for this effect and those after it. */
export function reopen({ props: { choice } }: Sight, index: number): void {
  if (choice === null) return;
  batch(() => {
    for (const picked of choice.picks.value) {
      const place = /^effects\.(\d+)/.exec(picked.path)?.[1];
      if (place !== undefined && Number(place) >= index) choice.undo(picked);
    }
  });
}
