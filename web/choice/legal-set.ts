// The known legal commands of one moment. If there are more than a list holds, it requests those of the picked
// type, then those with the picked values.
import { type ReadonlySignal, signal } from '@preact/signals';
import { composed } from './composed.ts';
import { isNested, isSame, memberOf } from './leaves.ts';
import { type Command, fits, meant, type OutcomeOf, type Selection, unlike } from './selection.ts';
import { type Step, stepsAmong, stepsOf } from './steps.ts';

/** An answer to the request `legal`. */
export interface Legal<C extends Command = Command> {
  readonly commands: readonly C[];
  /** What answers no decision. */
  readonly unasked: readonly C[];
  readonly complete: boolean;
  readonly types?:
    | readonly {
        readonly type: string;
        readonly count: number;
        readonly complete: boolean;
        readonly next?: Next | undefined;
      }[]
    | undefined;
  readonly next?: Next | undefined;
}

/** The first field that leaves a choice. */
interface Next {
  readonly field: string;
  readonly values: readonly unknown[];
  readonly complete: boolean;
}

export interface Wish {
  readonly type?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

const NONE = { commands: [], unasked: [], complete: true } as const;

export class LegalSet<C extends Command> {
  readonly #request: (wish?: Wish) => Promise<Legal<C>>;
  readonly #outcomeOf: OutcomeOf<C>;
  readonly #all = signal<Legal<C>>(NONE);
  readonly #legal = signal<Legal<C>>(NONE);
  readonly #isAsking = signal(false);
  /** The wish that `#legal` was requested with. */
  #wish: Wish | undefined;
  /** Counts changes that make pending answers outdated. */
  #turn = 0;

  /** Whatever was picked. */
  readonly all: ReadonlySignal<Legal<C>> = this.#all;
  readonly legal: ReadonlySignal<Legal<C>> = this.#legal;
  readonly isAsking: ReadonlySignal<boolean> = this.#isAsking;

  constructor(request: (wish?: Wish) => Promise<Legal<C>>, outcomeOf: OutcomeOf<C>) {
    this.#request = request;
    this.#outcomeOf = outcomeOf;
  }

  forget(): void {
    this.#turn++;
    this.#isAsking.value = false;
    this.#all.value = NONE;
    this.widen();
  }

  /** Requests everything, then the commands with the picks. False: another request was made meanwhile. */
  async ask(selection: Selection): Promise<boolean> {
    const turn = ++this.#turn;
    const answer = await this.#request();
    if (turn !== this.#turn) return false;
    const all = { ...answer, commands: [...answer.commands, ...answer.unasked] };
    this.#all.value = all;
    this.#wish = undefined;
    if (this.#wishFor(selection) === undefined) this.#legal.value = all;
    else await this.narrow(selection);
    return true;
  }

  /** Requests the commands with the picks, if not all are known. True: others are known now. */
  async narrow(selection: Selection): Promise<boolean> {
    const wish = this.#wishFor(selection);
    if (wish === undefined) {
      if (this.#wish !== undefined) this.widen();
      return false;
    }
    if (this.#isWithin(wish)) return false;
    const turn = ++this.#turn;
    this.#isAsking.value = true;
    const legal = await this.#request(wish);
    if (turn !== this.#turn) return false;
    this.#isAsking.value = false;
    this.#wish = wish;
    this.#legal.value = legal;
    return true;
  }

  /** Back to everything. */
  widen(): void {
    this.#wish = undefined;
    this.#legal.value = this.#all.value;
  }

  /** Whether every legal command that fits these picks is known. */
  isAllOf(selection: Selection): boolean {
    const wish = this.#wishFor(selection);
    if (wish === undefined) return selection.type !== null || this.#all.value.complete;
    return this.#isWithin(wish);
  }

  /** The known ones that fit the picks, one of each outcome. */
  offered(selection: Selection): C[] {
    const fitting = this.#legal.value.commands.filter((command) => fits(command, selection));
    return unlike(fitting, this.#outcomeOf);
  }

  meant(selection: Selection): C | undefined {
    const { type } = selection;
    if (type === null || this.isAllOf(selection)) return meant(this.offered(selection), selection);
    return composed(this.#ofType(type), selection);
  }

  steps(selection: Selection): Step[] {
    const { next } = this.#legal.value;
    const { type, values } = selection;
    if (this.isAllOf(selection)) return stepsOf(this.offered(selection), selection);
    if (type === null) return [{ path: 'type', how: 'one', options: this.types('asked'), isOptional: false }];
    // It is unknown which items go together: each can be picked, and the preview shows what is legal.
    const apart = { type, values, items: new Map() };
    return stepsAmong(this.offered(apart), selection, next);
  }

  types(which: 'asked' | 'unasked'): string[] {
    const { commands, unasked: apart, types = [] } = this.#all.value;
    const unasked = new Set(apart.map(({ type }) => type));
    if (which === 'unasked') return [...unasked];
    const all = new Set([...commands.map(({ type }) => type), ...types.map(({ type }) => type)]);
    return [...all].filter((type) => !unasked.has(type));
  }

  /** Whether the commands with this wish are among those that are known. */
  #isWithin(wish: Wish): boolean {
    const { value: legal } = this.#legal;
    if (this.#wish === undefined || this.#wish.type !== wish.type) return false;
    if (isSame(this.#wish, wish)) return legal.complete;
    return legal.complete && isPart(this.#wish.fields, wish.fields);
  }

  /** Whether the list has every command of this type. */
  #isListed(type: string): boolean {
    const { commands, complete, types = [] } = this.#all.value;
    const counted = types.find((one) => one.type === type);
    const listed = commands.filter((command) => command.type === type).length;
    return complete || (counted?.complete === true && counted.count === listed);
  }

  #ofType(type: string): C[] {
    return this.#legal.value.commands.filter((command) => command.type === type);
  }

  /** Undefined where all that fit are known already. */
  #wishFor({ type, values, items }: Selection): Wish | undefined {
    if (type === null || this.#isListed(type)) return undefined;
    return { type, fields: fieldsOf(values, items) };
  }
}

/** Whether the second wish includes everything of the first. */
function isPart(part: unknown, whole: unknown): boolean {
  if (!isNested(part) || Array.isArray(part)) return isSame(part, whole);
  return Object.entries(part).every(([key, value]) => isPart(value, memberOf(whole, key)));
}

/** The picks as parts of a command; places within lists are not wished for. */
function fieldsOf(
  values: ReadonlyMap<string, unknown>,
  items: ReadonlyMap<string, readonly unknown[]>,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [path, list] of items)
    if (list.every((item) => typeof item === 'string'))
      fields[path] = Object.fromEntries(list.map((id) => [id, true]));
  for (const [path, value] of values) {
    const steps = path.split('.');
    const [field = '', key] = steps;
    if (steps.length === 1 && value !== undefined) fields[field] = value;
    if (steps.length !== 2 || key === undefined || /^\d+$/.test(key)) continue;
    const present = fields[field];
    // That there is no such entry is said by `null`.
    fields[field] = { ...(isNested(present) ? present : {}), [key]: value ?? null };
  }
  return fields;
}
