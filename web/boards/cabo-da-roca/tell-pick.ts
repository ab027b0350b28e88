// Places by the letters and numbers at the edges of the sea, sums in coins, answers as on the board: among the steps of
// the action bar and of the text table.
import type { Named, TellPick } from '../../wording/wording.ts';
import type { Cell } from './moves.ts';
import type { View } from './pieces.ts';
import { say } from './sight.ts';

export const tellPick: TellPick = (type, path, value, named) => {
  switch (path) {
    case '':
      return toldWhole(type, value as object, named);
    case 'accept':
      if (type === 'answer-berth') return say(value === true ? 'grant' : 'deny');
      return say(value === true ? 'acceptOffer' : 'fire');
    case 'acceptSinking':
      return say(value === true ? 'pickSink' : 'pickNoSink');
    case 'ransom':
    case 'amount':
      return say('pickCoins', { count: Number(value) });
    case 'bonus':
      return say('bonusMoves', { count: Number(value) });
    case 'tileId':
      return toldTile(String(value), named);
    default:
      return undefined;
  }
};

const WHOLE = { 'place-tile': 'pickTile', 'place-port': 'pickPort', 'move-sailor': 'pickWalk' } as const;

/** Where a tile is laid or a sailor goes, once that is known. */
function toldWhole(type: string, command: object, named: Named): string | undefined {
  const key = Object.entries(WHOLE).find(([one]) => one === type)?.[1];
  if (key === undefined || !isPlaced(command)) return undefined;
  const { rotation = 0, sailorId } = command;
  const turn = rotation === 0 ? undefined : named.phrase?.('turned', rotation);
  const turned = turn === undefined ? '' : say('pickTurned', { turned: turn });
  const sailor = sailorId === undefined ? '' : named.component(sailorId);
  return say(key, { cell: toldCell(command, named), turned, sailor });
}

interface Placed extends Cell {
  readonly rotation?: number;
  readonly sailorId?: string;
}

const isPlaced = (command: object): command is Placed => 'x' in command && 'y' in command;

function toldCell({ x, y }: Cell, { phrase }: Named): string {
  return `${phrase?.('field-x', x) ?? x}${phrase?.('field-y', y) ?? y}`;
}

/** Several tiles have the same name: where it lies distinguishes them. */
function toldTile(id: string, named: Named): string | undefined {
  const laid = (named.view as View | undefined)?.board.find(({ tileId }) => tileId === id);
  return laid && say('pickTileAt', { tile: named.component(id), cell: toldCell(laid, named) });
}
