// Harbours by their names and a defence without cards, as on the board, among the steps of the action bar and of the
// text table.
import type { TellPick } from '../../wording/wording.ts';
import type { Command, View } from './pieces.ts';
import { say } from './sight.ts';

export const tellPick: TellPick = (type, path, value, { component, view }) => {
  if (type === 'defend' && path === '') return isBare(value as Command) ? say('noDefence') : undefined;
  if (type !== 'play-shipment' || path !== 'slot' || view === undefined) return undefined;
  const { harbourId } = (view as View).slots[Number(value)] ?? {};
  return harbourId === undefined || harbourId === null ? undefined : component(harbourId);
};

function isBare(command: Command): boolean {
  return !('cards' in command) || command.cards.length === 0;
}
