// What choosing a piece on the board means for the current choice: pure functions over the legal commands.
import { type Fields, type Meaning, type Picks, some, valuesOf } from '../parts/picking.ts';
import type { Command, Company } from './pieces.ts';

type Type = Command['type'];

/** With a type only while a list is still open, so that the shortest list is meant. */
type Meant = Meaning<Type>;

/** The player's own merchant that was picked, be it to leave or to attack. */
export function heldIn({ values }: Picks): string | undefined {
  const held = values.get('merchant') ?? values.get('attacker');
  return typeof held === 'string' ? held : undefined;
}

/**
 * A merchant is one to transfer, an attacker, or an attacked one; or its place, which a beaten one takes.
 * `fighting`: the attacker of the fight that is going on.
 */
export function merchantMeaning(
  commands: readonly Command[],
  picks: Picks,
  merchant: string,
  fighting?: string,
): Meant | undefined {
  if (merchant === fighting && some(commands, 'choose-retreat', { to: 'swap' }))
    return { fields: { to: 'swap' } };
  const held = heldIn(picks);
  const attacked = picks.values.get('defender');
  const attack = (fields: Fields): Meant => ({ type: 'attack', fields });
  if (held !== undefined && some(commands, 'attack', { attacker: held, defender: merchant }))
    return attack({ attacker: held, defender: merchant });
  if (attacked !== undefined && some(commands, 'attack', { attacker: merchant, defender: attacked }))
    return attack({ attacker: merchant });
  if (picks.type === 'attack' && some(commands, 'attack', { attacker: merchant }))
    return attack({ attacker: merchant });
  if (picks.type !== 'attack' && some(commands, 'transfer-merchant', { merchant }))
    return { fields: { merchant } };
  if (some(commands, 'attack', { attacker: merchant })) return attack({ attacker: merchant });
  const attackers = valuesOf(commands, { type: 'attack', fields: { defender: merchant } }, 'attacker');
  if (attackers.length === 0) return undefined;
  return attack({ defender: merchant, ...(attackers.length === 1 && { attacker: attackers[0] }) });
}

/** A company is one to be placed in, to move to, or to withdraw to. */
export function companyMeaning(
  commands: readonly Command[],
  picks: Picks,
  company: Company,
): Meant | undefined {
  if (some(commands, 'place-merchant', { company })) return { fields: { company } };
  if (some(commands, 'choose-retreat', { to: company })) return { fields: { to: company } };
  const merchant = picks.values.has('defender') ? undefined : heldIn(picks);
  if (merchant !== undefined && some(commands, 'transfer-merchant', { merchant, to: company }))
    return { fields: { merchant, to: company } };
  return undefined;
}

/** Whether cards in hand are picked one by one, and for which command. */
export function handType(kind: string | null, picks: Picks): Type | undefined {
  switch (kind) {
    case 'company':
      return picks.type === 'attack' && picks.values.has('defender') ? 'attack' : undefined;
    case 'defence':
      return 'defend';
    case 'discard':
      return 'discard-excess';
    default:
      return undefined;
  }
}
