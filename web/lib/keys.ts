// Keyboard shortcuts: parts of the page register keys while they are mounted.
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { shortcuts } from './preferences.ts';

/** In the order in which they are explained. */
export const KEYS = {
  confirm: 'c',
  undo: 'u',
  agree: 'y',
  decline: 'd',
  clear: 'x',
  next: 'n',
  all: 'a',
  now: '.',
  text: 't',
  news: 'l',
  chat: 'm',
  guide: 'g',
  help: '?',
} as const;
export type KeyName = keyof typeof KEYS;

/** A key that only a board has, and its effect. */
export interface BoardKey {
  readonly key: string;
  readonly does: string;
}

/** Explained with the others while the board is mounted; the board itself listens for them. */
export const boardKeys = signal<readonly BoardKey[]>([]);

export function useBoardKeys(keys: readonly BoardKey[]): void {
  const told = JSON.stringify(keys);
  useEffect(() => {
    boardKeys.value = keys;
    return () => {
      boardKeys.value = [];
    };
  }, [told]);
}

type Act = () => void;

/** The current keys; the part that was mounted last has the key. */
const acts = signal<ReadonlyMap<KeyName, readonly Act[]>>(new Map());

export function isUsed(name: KeyName): boolean {
  return (acts.value.get(name) ?? []).length > 0;
}

/** Registers a key while the component is mounted. */
export function useKey(name: KeyName, act: Act): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const own = () => latest.current();
    acts.value = new Map(acts.peek()).set(name, [...(acts.peek().get(name) ?? []), own]);
    return () => {
      const others = (acts.peek().get(name) ?? []).filter((one) => one !== own);
      acts.value = new Map(acts.peek()).set(name, others);
    };
  }, [name]);
}

/** Whether the player uses the keyboard at present: then keys are shown where they work. */
export const isByKeys = signal(false);
const MOVING: readonly string[] = ['Tab', 'Enter', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

/** For the whole page, once. */
export function useKeyboard(): void {
  useEffect(() => {
    document.addEventListener('keydown', follow);
    document.addEventListener('pointerdown', toPointer, true);
    return () => {
      document.removeEventListener('keydown', follow);
      document.removeEventListener('pointerdown', toPointer, true);
    };
  }, []);
}

function toPointer(): void {
  isByKeys.value = false;
}

function follow(event: KeyboardEvent): void {
  if (!isWriting(event.target) && (MOVING.includes(event.key) || keyNamed(event.key) !== undefined))
    isByKeys.value = true;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target))
    return;
  const name = keyNamed(event.key);
  if (name === undefined || (!shortcuts.peek() && name !== 'help')) return;
  const act = acts.peek().get(name)?.at(-1);
  if (act === undefined) return;
  event.preventDefault();
  act();
}

function keyNamed(key: string): KeyName | undefined {
  const names = Object.keys(KEYS) as KeyName[];
  return names.find((name) => KEYS[name] === key.toLowerCase());
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
