// The current choice: picked on the board, in the hand, in the text table or by keys, which all share the same
// picks; then previewed, and sent.
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { GameTypes, LegalCommand, OpenDecision, Preview, Refusal } from '../../client/index.ts';
import { hasAll, isPlainList, isSame, valueAt } from './leaves.ts';
import { type Legal, LegalSet, type Wish } from './legal-set.ts';
import {
  fits,
  hasItem,
  isNothing,
  NOTHING,
  type OutcomeOf,
  placed,
  type Selection,
  toggled,
  withItem,
  withoutPlace,
  withType,
  withValue,
} from './selection.ts';
import type { Step } from './steps.ts';

export type Refused = Pick<Refusal, 'code' | 'rule' | 'message'>;

/** The preview of the candidate. */
export type Outlook<G extends GameTypes> =
  | { readonly state: 'none' }
  | { readonly state: 'asking' }
  | { readonly state: 'foreseen'; readonly preview: Preview<G> }
  | { readonly state: 'refused'; readonly refusal: Refused };

export interface ChoiceDoor<G extends GameTypes> {
  /** The legal commands now; with a wish, those that have these values. */
  readonly legal: (wish?: Wish) => Promise<Legal<LegalCommand<G>>>;
  readonly preview: (command: LegalCommand<G>) => Promise<Outlook<G>>;
  /** Of commands with the same outcome one is offered; by default all differ. */
  readonly outcomeOf?: OutcomeOf<LegalCommand<G>>;
  /** Resolves with the refusal, if it is refused. */
  readonly send: (command: LegalCommand<G>) => Promise<Refused | undefined>;
}

/** One pick, to be named and taken back. */
export interface Picked {
  readonly path: string;
  readonly value: unknown;
  readonly isItem: boolean;
}

export class Choice<G extends GameTypes> {
  readonly #door: ChoiceDoor<G>;
  readonly #known: LegalSet<LegalCommand<G>>;
  readonly #selection = signal<Selection>(NOTHING);
  readonly #proposed = signal<LegalCommand<G> | undefined>(undefined);
  readonly #decision = signal<OpenDecision<G> | null>(null);
  readonly #outlook = signal<Outlook<G>>({ state: 'none' });
  readonly #refusal = signal<Refused | undefined>(undefined);
  readonly #reason = signal<Refused | undefined>(undefined);
  readonly #isSending = signal(false);
  /** The latest explanation that was asked for. */
  #explaining: symbol | undefined;
  /** Counts changes that make pending previews outdated. */
  #looks = 0;

  /** The seat's decision; null without one. */
  readonly decision: ReadonlySignal<OpenDecision<G> | null> = this.#decision;
  /** The legal commands. While they are `complete: false`, there are more; with a type picked, of that type. */
  readonly legal: ReadonlySignal<Legal<LegalCommand<G>>>;
  /** Whether more legal commands are being requested. */
  readonly isAsking: ReadonlySignal<boolean>;
  readonly selection: ReadonlySignal<Selection> = this.#selection;
  /** The legal commands that fit the picks. */
  readonly fitting: ReadonlySignal<readonly LegalCommand<G>[]>;
  /** The command that the picks mean; undefined while a choice is open. */
  readonly candidate: ReadonlySignal<LegalCommand<G> | undefined>;
  /** The open steps, and their options. */
  readonly steps: ReadonlySignal<readonly Step[]>;
  /** The picks, in order. */
  readonly picks: ReadonlySignal<readonly Picked[]>;
  readonly isEmpty: ReadonlySignal<boolean> = computed(
    () => this.#proposed.value === undefined && isNothing(this.#selection.value),
  );
  /** The choice is unambiguous and complete: it may be sent without confirmation. */
  readonly isUnambiguous: ReadonlySignal<boolean>;
  /** Of more legal commands than are known, some have what was picked and more: the choice may just be unfinished. */
  readonly isUnfinished: ReadonlySignal<boolean>;
  readonly outlook: ReadonlySignal<Outlook<G>> = this.#outlook;
  /** Why the last command was refused, until the next pick. */
  readonly refusal: ReadonlySignal<Refused | undefined> = this.#refusal;
  /** Why what was touched cannot be chosen, until the next pick or `hush`. */
  readonly reason: ReadonlySignal<Refused | undefined> = this.#reason;
  readonly isSending: ReadonlySignal<boolean> = this.#isSending;

  constructor(door: ChoiceDoor<G>) {
    this.#door = door;
    const known = new LegalSet<LegalCommand<G>>(door.legal, door.outcomeOf ?? (() => undefined));
    this.#known = known;
    this.legal = known.legal;
    this.isAsking = known.isAsking;
    this.fitting = computed(() => {
      const { value: selection } = this.#selection;
      return known.legal.value.commands.filter((command) => fits(command, selection));
    });
    this.candidate = computed(
      () => this.#proposed.value ?? (this.isEmpty.value ? undefined : known.meant(this.#selection.value)),
    );
    this.steps = computed(() =>
      this.#proposed.value === undefined ? known.steps(this.#selection.value) : [],
    );
    this.isUnfinished = computed(
      () =>
        this.#proposed.value === undefined &&
        !known.isAllOf(this.#selection.value) &&
        this.fitting.value.some((command) => !isSame(command, this.candidate.value)),
    );
    this.picks = computed(() => picksOf(this.#selection.value));
    this.isUnambiguous = computed(
      () =>
        this.candidate.value !== undefined &&
        (this.#proposed.value !== undefined ||
          (known.legal.value.complete && known.offered(this.#selection.value).length === 1)),
    );
  }

  /** The types of commands that the seat may send now, in the order of the rules; `unasked`: not as an answer. */
  types(which: 'asked' | 'unasked'): readonly string[] {
    return this.#known.types(which);
  }

  /**
   * A decision opens, or (`null`) is no longer open; or it is still open but the legal commands may have
   * changed: then the picks stay as far as possible.
   */
  async ask(decision: OpenDecision<G> | null): Promise<void> {
    const isSameDecision = decision?.id === this.#decision.value?.id;
    batch(() => {
      this.#decision.value = decision;
      if (isSameDecision) return;
      this.#known.forget();
      this.#refusal.value = undefined;
      this.clear();
    });
    if (!(await this.#known.ask(this.#selection.value))) return;
    const { commands, complete } = this.#known.legal.value;
    const stillFits = commands.some((command) => fits(command, this.#selection.value));
    if (complete && !stillFits) this.clear();
    else if (this.candidate.value !== undefined) void this.#look();
  }

  /** Whether some legal command is of this type, or has this value there, regardless of other picks. */
  offers(type: string): boolean;
  offers(path: string, value: unknown): boolean;
  offers(name: string, ...value: readonly unknown[]): boolean {
    const { commands, types = [] } = this.#known.all.value;
    if (value.length === 0 && types.some(({ type }) => type === name)) return true;
    const more = types.flatMap(({ next }) => (next?.field === name ? next.values : []));
    return (
      commands.some((command) => isAbout(command, name, value)) || more.some((one) => isSame(one, value[0]))
    );
  }

  /** Whether an item may join those that are picked. */
  fitsAsItem(path: string, item: unknown): boolean {
    const present = this.#selection.value.items.get(path) ?? [];
    const wanted = [...present, item];
    const items = new Map(this.#selection.value.items).set(path, wanted);
    const { commands, next } = this.legal.value;
    const more = next?.field === path ? next.values.filter(isPlainList) : [];
    return (
      commands.some((command) => fits(command, { ...this.#selection.value, items })) ||
      more.some((list) => hasAll(list, wanted))
    );
  }

  isPicked(path: string, value: unknown): boolean {
    const { type, values } = this.#selection.value;
    if (path === 'type') return type === value;
    return (
      (values.has(path) && isSame(values.get(path), value)) || hasItem(this.#selection.value, path, value)
    );
  }

  pickType(type: string): void {
    this.#change((selection) => withType(this.#known.all.value.commands, selection, type));
  }

  /** Picks the value; picking it again takes it back. */
  pick(path: string, value: unknown): void {
    this.#change((selection) => {
      if (this.isPicked(path, value)) return withoutPlace(selection, path);
      return this.#known.isAllOf(selection)
        ? withValue(this.legal.value.commands, selection, path, value)
        : placed(selection, path, value);
    });
  }

  /** Picks an item of a list, or takes it back. */
  toggle(path: string, item: unknown): void {
    this.#change((selection) =>
      this.#known.isAllOf(selection)
        ? withItem(this.legal.value.commands, selection, path, item)
        : toggled(selection, path, item),
    );
  }

  /** One of the options of a step. */
  take({ path, how }: Pick<Step, 'path' | 'how'>, option: unknown): void {
    if (path === 'type') this.pickType(String(option));
    else if (how === 'items') this.toggle(path, option);
    else this.pick(path, option);
  }

  /** Takes one pick back; without one, the latest. */
  undo(pick: Picked | undefined = this.picks.value.at(-1)): void {
    if (pick === undefined) this.clear();
    else if (pick.path === 'type') this.clear();
    else if (pick.isItem) this.toggle(pick.path, pick.value);
    else this.#change((selection) => withoutPlace(selection, pick.path));
  }

  /** A whole command, from the list or composed by a board. */
  propose(command: LegalCommand<G>): void {
    batch(() => {
      this.clear();
      this.#refusal.value = undefined;
      this.#proposed.value = command;
    });
    void this.#look();
  }

  clear(): void {
    this.#looks++;
    batch(() => {
      this.hush();
      this.#selection.value = NOTHING;
      this.#proposed.value = undefined;
      this.#outlook.value = { state: 'none' };
      this.#known.widen();
    });
  }

  /** Says why none of these commands can be sent, as their previews know it; else `otherwise`. */
  async explain(tries: readonly LegalCommand<G>[], otherwise: string): Promise<void> {
    const asking = Symbol('asking');
    this.#explaining = asking;
    const outlooks = await Promise.all(tries.map((command) => this.#door.preview(command)));
    if (this.#explaining !== asking) return;
    const refusals = outlooks.flatMap((outlook) => (outlook.state === 'refused' ? [outlook.refusal] : []));
    const best = refusals.find(({ rule }) => rule !== null) ?? refusals[0];
    this.#reason.value = best ?? { code: 'not-offered', rule: null, message: otherwise };
  }

  /** The explanation has been read. */
  hush(): void {
    this.#explaining = undefined;
    this.#reason.value = undefined;
  }

  /** Sends the candidate. */
  async confirm(): Promise<void> {
    const command = this.candidate.value;
    if (command === undefined || this.#isSending.value) return;
    this.#isSending.value = true;
    try {
      const refusal = await this.#door.send(command);
      this.#refusal.value = refusal;
      if (refusal === undefined) this.clear();
    } finally {
      this.#isSending.value = false;
    }
  }

  /** Shows why something else was refused. */
  refuse(refusal: Refused | undefined): void {
    this.#refusal.value = refusal;
  }

  #change(change: (selection: Selection) => Selection): void {
    batch(() => {
      this.hush();
      this.#proposed.value = undefined;
      this.#refusal.value = undefined;
      this.#selection.value = change(this.#selection.value);
    });
    void this.#look();
    void this.#narrow();
  }

  /**
   * Legal commands with these picks may have to be requested. If none has them all, only the latest pick stays.
   */
  async #narrow(): Promise<void> {
    const { value: selection } = this.#selection;
    if (!(await this.#known.narrow(selection)) || selection !== this.#selection.value) return;
    const [latest] = this.picks.value.slice(-1);
    const isDeadEnd = this.legal.value.complete && this.fitting.value.length === 0;
    if (isDeadEnd && latest !== undefined && this.picks.value.length > 2) {
      const { type } = selection;
      const alone = { ...NOTHING, type };
      this.#selection.value = latest.isItem
        ? toggled(alone, latest.path, latest.value)
        : placed(alone, latest.path, latest.value);
      await this.#known.narrow(this.#selection.value);
    }
    await this.#look();
  }

  async #look(): Promise<void> {
    const command = this.candidate.value;
    const look = ++this.#looks;
    this.#outlook.value = { state: command === undefined ? 'none' : 'asking' };
    if (command === undefined) return;
    const outlook = await this.#door.preview(command);
    if (look === this.#looks) this.#outlook.value = outlook;
  }
}

function picksOf({ type, values, items }: Selection): Picked[] {
  return [
    ...(type === null ? [] : [{ path: 'type', value: type, isItem: false }]),
    ...[...values].map(([path, value]) => ({ path, value, isItem: false })),
    ...[...items].flatMap(([path, list]) => list.map((value) => ({ path, value, isItem: true }))),
  ];
}

function isAbout(command: { readonly type: string }, name: string, value: readonly unknown[]): boolean {
  if (value.length === 0) return command.type === name;
  const found = valueAt(command, name);
  return isSame(found, value[0]) || (Array.isArray(found) && found.some((item) => isSame(item, value[0])));
}
