// The data that every part of the board draws: position, names, and the current choice.
import { batch } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { language, textsOf } from '../../lib/language.ts';
import type { BoardProps, Scene } from '../board.ts';
import { type BaseSight, useBaseSight } from '../parts/sight.ts';
import { type Afloat, afloatAfter } from './afloat.ts';
import { type Departure, departuresIn } from './departures.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import { type Atlas, atlasOf, type Command, type Dockers, type Event } from './pieces.ts';
import { isPlay, type Plan, planOf } from './plan.ts';
import { movedIn } from './trace.ts';

export const say = textsOf({ en, fr });

const LOCALES = { en: 'en-GB', fr: 'fr' } as const;

/** «1, 2 and 4». */
export function listed(items: readonly (string | number)[]): string {
  return new Intl.ListFormat(LOCALES[language.value]).format(items.map(String));
}

export interface Sight extends BaseSight<Dockers> {
  readonly atlas: Atlas;
  /** The commands that fit the picks; none while nothing is picked. */
  readonly fitting: readonly Command[];
  /** The relation being composed. */
  readonly plan: Plan | undefined;
  /** The ships as drawn: with the effects of the relation being composed. */
  readonly afloat: readonly Afloat[];
  /** Which ships have left in this turn, or would leave. */
  readonly departures: readonly Departure[];
}

export function useSight(props: BoardProps<Dockers>): Sight {
  const { catalogue, seat } = props;
  const { value: scene } = props.scene;
  const base = useBaseSight(props, movedIn);
  const { ground, own } = base;
  const atlas = useMemo(() => atlasOf(catalogue), [catalogue]);
  const asked = base.kind === null ? null : base.choice;
  const commands = asked === null ? [] : base.commands;
  const candidate = asked?.candidate.value;
  const picked = asked === null || asked.isEmpty.value ? [] : asked.fitting.value;
  const fitting = candidate === undefined ? picked : [candidate];
  const plan = useMemo(() => planIn(atlas, commands, fitting), [atlas, commands, fitting]);
  const quays = plan === undefined ? scene.view.quays : ground.quays;
  const steps = plan === undefined ? [] : plan.settled.map((target, n) => stepAt(plan, target, n));
  const turn = useTurnEvents(scene);
  return {
    ...base,
    atlas,
    commands,
    fitting,
    plan,
    afloat: afloatAfter(quays, steps, seat ?? 0, own?.goods[0]),
    departures: useMemo(() => departuresIn(turn), [scene]),
  };
}

type Moment = Pick<Scene<Dockers>, 'version' | 'events'> & { readonly turn: string };

/** The events of the turn so far, as far as they were watched, and those of a preview. */
function useTurnEvents({ view, version, events, time }: Scene<Dockers>): readonly Event[] {
  const seen = useRef<Moment>({ turn: '', version: -1, events: [] });
  if (time === 'foreseen') return [...seen.current.events, ...events];
  const { current: last } = seen;
  if (version === last.version) return last.events;
  const turn = `${view.round} ${view.turnsPlayedInRound} ${view.activeSeat}`;
  const goesOn = turn === last.turn && version === last.version + 1;
  seen.current = { turn, version, events: goesOn ? [...last.events, ...events] : events };
  return seen.current.events;
}

function stepAt(plan: Plan, target: Plan['settled'][number], index: number) {
  // Effects after an open one are not applied yet.
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

/** The value that all commands that fit the picks have there; undefined while it is open. */
export function pickedAt({ fitting }: Sight, type: Command['type'], field: string): unknown {
  const [one, ...others] = fitting;
  if (one === undefined || one.type !== type) return undefined;
  const value: unknown = Reflect.get(one, field);
  return others.every((command) => command.type === type && Reflect.get(command, field) === value)
    ? value
    : undefined;
}

/** Takes back the picks for this effect and those after it. */
export function reopen({ props: { choice } }: Sight, index: number): void {
  if (choice === null) return;
  batch(() => {
    for (const picked of choice.picks.value) {
      const place = /^effects\.(\d+)/.exec(picked.path)?.[1];
      if (place !== undefined && Number(place) >= index) choice.undo(picked);
    }
  });
}
