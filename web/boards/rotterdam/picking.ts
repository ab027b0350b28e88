// What choosing an item on the chart means for the current choice: pure functions over the legal commands.
import { type Fields, type Meaning as Meant, type Picks, some } from '../parts/picking.ts';
import type { Atlas, Command } from './atlas.ts';

type Type = Command['type'];
/** Of a piece on the chart: always with the type of the command. */
export type Meaning = Meant<Type> & { readonly type: Type; readonly fields: Fields };

/** The field and command that an item of each kind can stand for. */
type Uses = readonly (readonly [Type, string])[];

export const SHIP: Uses = [
  ['play-fortune-turns', 'shipA'],
  ['play-fortune-turns', 'shipB'],
  ['play-setback', 'ship'],
  ['play-storm', 'ship'],
  ['play-inspection', 'ship'],
  ['play-cargo-thief', 'from'],
  ['play-cargo-thief', 'to'],
];
export const START: Uses = [
  ['place-ship', 'start'],
  ['play-extra-cargo', 'start'],
  ['play-cargo-thief', 'start'],
];
export const MATERIAL: Uses = [
  ['place-ship', 'material'],
  ['play-extra-cargo', 'material'],
];
export const COLOUR: Uses = [['choose-colour', 'colour']];

/** Cards are played only after they were chosen from the hand; these commands need no card. */
const MAIN: readonly string[] = ['place-ship', 'choose-colour'];

/** First what fits all picks; else what replaces some of them. */
export function meaningOf(
  commands: readonly Command[],
  picks: Picks,
  uses: Uses,
  value: string | null,
): Meaning | undefined {
  const open = uses
    .filter(([type]) => type === picks.type || MAIN.includes(type))
    .toSorted(([one], [other]) => Number(other === picks.type) - Number(one === picks.type));
  for (const [type, field] of open)
    if (type === picks.type && picks.values.has(field) && picks.values.get(field) === value)
      return { type, fields: { [field]: value } };
  for (const [type, field] of open) {
    if (type === picks.type && picks.values.has(field)) continue;
    const others = type === picks.type ? Object.fromEntries(picks.values) : {};
    if (some(commands, type, { ...others, [field]: value })) return { type, fields: { [field]: value } };
  }
  return swapped(commands, picks, value) ?? instead(commands, picks, open, value);
}

/** The chosen card: the action bar asks for one only if several would do. */
function cardIn({ values }: Picks): Fields {
  return values.has('card') ? { card: values.get('card') } : {};
}

/** An exchange of cargoes is legal in one order of its two ships only: the one picked first may be the second. */
function swapped(commands: readonly Command[], picks: Picks, value: string | null): Meaning | undefined {
  const type = 'play-fortune-turns';
  const first = picks.values.get('shipA');
  if (picks.type !== type || first === undefined || picks.values.has('shipB')) return undefined;
  const fields = { ...cardIn(picks), shipA: value, shipB: first };
  return some(commands, type, fields) ? { type, fields: { shipB: first, shipA: value } } : undefined;
}

function instead(
  commands: readonly Command[],
  picks: Picks,
  open: Uses,
  value: string | null,
): Meaning | undefined {
  for (const [type, field] of open) {
    const card = type === picks.type ? cardIn(picks) : {};
    if (some(commands, type, { ...card, [field]: value })) return { type, fields: { [field]: value } };
  }
  return undefined;
}

/** Playing or laying a card, unless it is a Joker. */
export function cardMeaning(commands: readonly Command[], card: string): Meaning | undefined {
  const played = commands.find((command) => 'card' in command && command.card === card);
  return played && { type: played.type, fields: { card } };
}

/** Where the picked ship can be driven back to, and by which channels: any way to the same place does the same. */
export function waysBack(
  { channels }: Atlas,
  commands: readonly Command[],
  picks: Picks,
): ReadonlyMap<string, readonly string[]> {
  const ways = new Map<string, readonly string[]>();
  const ship = picks.values.get('ship');
  const held = Object.values(cardIn(picks));
  for (const command of commands) {
    if (command.type !== 'play-setback' && command.type !== 'play-storm') continue;
    if (command.type !== picks.type || command.ship !== ship) continue;
    if (held.some((card) => card !== command.card)) continue;
    const end = channels.get(command.path.at(-1) ?? '')?.from;
    if (end !== undefined && !ways.has(end)) ways.set(end, command.path);
  }
  return ways;
}
