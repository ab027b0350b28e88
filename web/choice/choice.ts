// An answer in the making: picked on the board, in the hand, in the text table or by keys, all of which see the
// same picks. Then looked at, and sent.
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { GameTypes, LegalCommand, OpenDecision, Preview, Refusal } from '../../client/index.ts';
import {
  fits,
  isSame,
  meant,
  NOTHING,
  type Selection,
  valueAt,
  withItem,
  withoutPlace,
  withType,
  withValue,
} from './selection.ts';

type Refused = Pick<Refusal, 'code' | 'rule' | 'message'>;

/** What the candidate leads to. */
export type Outlook<G extends GameTypes> =
  | { readonly state: 'none' }
  | { readonly state: 'asking' }
  | { readonly state: 'foreseen'; readonly preview: Preview<G> }
  | { readonly state: 'refused'; readonly refusal: Refused };

/** The legal commands of the open decision. */
export interface Legal<G extends GameTypes> {
  readonly commands: readonly LegalCommand<G>[];
  /** False where there are more than a list holds: then `candidate` may be composed with `propose`. */
  readonly complete: boolean;
}

export interface ChoiceDoor<G extends GameTypes> {
  /** The legal commands now; with a wish, those that have these values. */
  readonly legal: (wish?: { readonly type?: string; readonly fields?: object }) => Promise<Legal<G>>;
  readonly preview: (command: LegalCommand<G>) => Promise<Outlook<G>>;
  /** Resolves with the refusal, if it is refused. */
  readonly send: (command: LegalCommand<G>) => Promise<Refused | undefined>;
}

export class Choice<G extends GameTypes> {
  readonly #door: ChoiceDoor<G>;
  readonly #legal = signal<Legal<G>>({ commands: [], complete: true });
  readonly #selection = signal<Selection>(NOTHING);
  readonly #proposed = signal<LegalCommand<G> | undefined>(undefined);
  readonly #decision = signal<OpenDecision<G> | null>(null);
  readonly #outlook = signal<Outlook<G>>({ state: 'none' });
  readonly #refusal = signal<Refused | undefined>(undefined);
  readonly #isSending = signal(false);
  /** Counts what may make answers of the server late. */
  #turn = 0;

  /** What this seat is asked; null while it is not asked. */
  readonly decision: ReadonlySignal<OpenDecision<G> | null> = this.#decision;
  readonly legal: ReadonlySignal<Legal<G>> = this.#legal;
  readonly selection: ReadonlySignal<Selection> = this.#selection;
  /** The legal commands that fit the picks. */
  readonly fitting: ReadonlySignal<readonly LegalCommand<G>[]> = computed(() =>
    this.#legal.value.commands.filter((command) => fits(command, this.#selection.value)),
  );
  /** The command that the picks mean; undefined while something is left open. */
  readonly candidate: ReadonlySignal<LegalCommand<G> | undefined> = computed(
    () =>
      this.#proposed.value ??
      (this.isEmpty.value ? undefined : meant(this.#legal.value.commands, this.#selection.value)),
  );
  readonly isEmpty: ReadonlySignal<boolean> = computed(() => {
    const { type, values, items } = this.#selection.value;
    return this.#proposed.value === undefined && type === null && values.size === 0 && items.size === 0;
  });
  readonly outlook: ReadonlySignal<Outlook<G>> = this.#outlook;
  /** Why the last command was refused, until something is picked. */
  readonly refusal: ReadonlySignal<Refused | undefined> = this.#refusal;
  readonly isSending: ReadonlySignal<boolean> = this.#isSending;

  constructor(door: ChoiceDoor<G>) {
    this.#door = door;
  }

  /** A decision opens, or (`null`) is no longer open. The picks for the same one stay. */
  async ask(decision: OpenDecision<G> | null): Promise<void> {
    const isSameDecision = decision !== null && decision.id === this.#decision.value?.id;
    const turn = ++this.#turn;
    batch(() => {
      this.#decision.value = decision;
      if (isSameDecision) return;
      this.#legal.value = { commands: [], complete: true };
      this.#refusal.value = undefined;
      this.clear();
    });
    if (decision === null) return;
    const legal = await this.#door.legal();
    if (turn !== this.#turn) return;
    batch(() => {
      this.#legal.value = legal;
      const { type, values, items } = this.#selection.value;
      const stillFits = legal.commands.some((command) => fits(command, { type, values, items }));
      if (!stillFits) this.clear();
    });
  }

  /** Whether some legal command is of this type, or has this value there, whatever else was picked. */
  offers(type: string): boolean;
  offers(path: string, value: unknown): boolean;
  offers(name: string, ...value: readonly unknown[]): boolean {
    return this.#legal.value.commands.some((command) => isAbout(command, name, value));
  }

  /** The same, given what else was picked. */
  fitsWith(path: string, value: unknown): boolean {
    const others = withoutPlace(this.#selection.value, path);
    return this.#legal.value.commands.some(
      (command) => isAbout(command, path, [value]) && fits(command, others),
    );
  }

  /** Whether an item may join those that are picked. */
  fitsAsItem(path: string, item: unknown): boolean {
    const present = this.#selection.value.items.get(path) ?? [];
    const items = new Map(this.#selection.value.items).set(path, [...present, item]);
    return this.#legal.value.commands.some((command) => fits(command, { ...this.#selection.value, items }));
  }

  isPicked(path: string, value: unknown): boolean {
    const { values, items } = this.#selection.value;
    return (
      (values.has(path) && isSame(values.get(path), value)) ||
      (items.get(path) ?? []).some((item) => isSame(item, value))
    );
  }

  pickType(type: string): void {
    this.#change((selection) => withType(this.#legal.value.commands, selection, type));
  }

  /** Picks the value; picked again it is put back. */
  pick(path: string, value: unknown): void {
    this.#change((selection) =>
      this.isPicked(path, value)
        ? withoutPlace(selection, path)
        : withValue(this.#legal.value.commands, selection, path, value),
    );
  }

  /** Picks an item of a list, or puts it back. */
  toggle(path: string, item: unknown): void {
    this.#change((selection) => withItem(this.#legal.value.commands, selection, path, item));
  }

  /** A whole command, from the list or composed by a board. */
  propose(command: LegalCommand<G>): void {
    batch(() => {
      this.clear();
      this.#proposed.value = command;
    });
    void this.#look();
  }

  clear(): void {
    this.#selection.value = NOTHING;
    this.#proposed.value = undefined;
    this.#outlook.value = { state: 'none' };
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

  #change(change: (selection: Selection) => Selection): void {
    batch(() => {
      this.#proposed.value = undefined;
      this.#refusal.value = undefined;
      this.#selection.value = change(this.#selection.value);
    });
    void this.#look();
  }

  async #look(): Promise<void> {
    const command = this.candidate.value;
    const turn = ++this.#turn;
    this.#outlook.value = { state: command === undefined ? 'none' : 'asking' };
    if (command === undefined) return;
    const outlook = await this.#door.preview(command);
    if (turn === this.#turn) this.#outlook.value = outlook;
  }
}

function isAbout(command: { readonly type: string }, name: string, value: readonly unknown[]): boolean {
  if (value.length === 0) return command.type === name;
  const found = valueAt(command, name);
  return isSame(found, value[0]) || (Array.isArray(found) && found.some((item) => isSame(item, value[0])));
}
