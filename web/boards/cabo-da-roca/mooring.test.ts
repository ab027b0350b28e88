import { expect, test } from '@jest/globals';
import { berthOf, footingOf } from './mooring.ts';
import type { Atlas } from './pieces.ts';

const port = { id: 'port', kind: 'port', corners: [1, 1, 0, 0], fish: 0 };
const sea = { id: 'sea', kind: 'sea', corners: [0, 0, 0, 0], fish: 0 };
const atlas: Pick<Atlas, 'tiles'> = { tiles: new Map([port, sea].map((tile) => [tile.id, tile])) };

/** Towards the land of the port, by its rotation. */
const INLAND = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;

test('CAB-1.3: a ship lies on the water of a port, its sailor stands on the land', () => {
  INLAND.forEach(([dx, dy], rotation) => {
    const land = { board: [{ tileId: 'port', x: 4, y: -2, rotation }] };
    const inland = ({ x, y }: { x: number; y: number }) => (x - 4) * dx + (y + 2) * dy;
    expect(inland(berthOf(atlas, land, { x: 4, y: -2, docked: true }))).toBeCloseTo(-0.25);
    const sailor = footingOf(atlas, land, { x: 4, y: -2 });
    expect(inland(sailor)).toBeGreaterThan(0);
    expect(Math.max(Math.abs(sailor.x - 4), Math.abs(sailor.y + 2))).toBeLessThan(0.5);
  });
});

test('elsewhere a ship is in the middle', () => {
  const land = { board: [{ tileId: 'sea', x: 1, y: 1, rotation: 0 }] };
  expect(berthOf(atlas, land, { x: 1, y: 1, docked: false })).toEqual({ x: 1, y: 1 });
  expect(footingOf(atlas, land, { x: 1, y: 1 })).toEqual({ x: 1.2, y: 1.15 });
});
