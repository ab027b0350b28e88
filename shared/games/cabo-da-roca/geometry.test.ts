import { describe, expect, test } from '@jest/globals';
import { pieceOf } from '../../kernel/pieces.ts';
import { heard } from '../../testing/scenario.ts';
import { TILE_KINDS } from './components.ts';
import {
  cellOf,
  chartOf,
  cornersAt,
  DIRECTIONS,
  DX,
  DY,
  distance,
  hasLand,
  hasWater,
  isAround,
  kindAt,
  NONE,
  pointAt,
  xOf,
  yOf,
} from './geometry.ts';
import { accepted, components, layout, M1, scenario } from './testing/scenario.ts';

/** Corners as they are written: nw, ne, se, sw. */
const written = (corners: number) => [0, 1, 2, 3].map((index) => (corners >> index) & 1).join('');

describe('CAB-1: geometry', () => {
  test('CAB-1.1: a tile touches four lattice points, shared with its neighbours', () => {
    const chart = chartOf(components, layout('sea-01@0,0,0 coast-1@3,5,0'));
    const points = [
      [3, 5],
      [4, 5],
      [4, 6],
      [3, 6],
      [5, 5],
    ].map(([x = 0, y = 0]) => pointAt(chart, cellOf(chart, x, y)));
    expect(points).toEqual([1, 1, 0, 0, NONE]);
  });

  test.each([
    ['quarter-01', ['1000', '0100', '0010', '0001']],
    ['coast-1', ['1100', '0110', '0011', '1001']],
    ['cove-1', ['1101', '1110', '0111', '1011']],
    ['sea-01', ['0000', '0000', '0000', '0000']],
  ])('CAB-1.2: %s turns clockwise', (tileId, corners) => {
    expect(
      [0, 1, 2, 3].map((rotation) =>
        written(cornersAt(pieceOf(components.tileOf, tileId).corners, rotation)),
      ),
    ).toEqual(corners);
  });

  test('CAB-1.2: a tile with four equal corners is stored with rotation 0', () => {
    const state = scenario({ phase: 'lay-tile', drawn: 'fish-1-1' });
    const laid = accepted(state, 0, { type: 'place-tile', x: 3, y: -1, rotation: 3 });
    expect(laid.state.shown.board.at(-1)).toEqual({ tileId: 'fish-1-1', x: 3, y: -1, rotation: 0 });
    expect(heard(laid)[0]).toMatchObject({ type: 'tile-placed', rotation: 0 });
  });

  test('CAB-1.3: the land side of a port decides which way a bought ship lies', () => {
    const faro = scenario({ sailors: { 'red-2': [6, 1] } });
    const { state } = accepted(faro, 0, { type: 'buy-ship', kind: 'trade', portId: 'port-faro' });
    // Land on the east side (2): the quay runs along 4 and 0.
    expect(state.shown.ships[0]).toMatchObject({ x: 6, y: 1, heading: 4 });
  });

  test('CAB-7.3, CAB-8.3: a step crosses a side with two corners, or one corner', () => {
    // By direction: the corners crossed, counted from the north-west.
    const crossed = [[0, 1], [1], [1, 2], [2], [2, 3], [3], [3, 0], [0]];
    for (const tileId of ['quarter-01', 'coast-1', 'cove-1', 'sea-01']) {
      for (const rotation of [0, 1, 2, 3]) {
        const chart = chartOf(components, layout(`${tileId}@2,3,${rotation}`));
        const cell = cellOf(chart, 2, 3);
        const corners = written(cornersAt(pieceOf(components.tileOf, tileId).corners, rotation));
        for (const direction of DIRECTIONS) {
          const met = (crossed[direction] ?? []).map((corner) => corners[corner]);
          expect([hasWater(chart, cell, direction), hasLand(chart, cell, direction)]).toEqual([
            met.includes('0'),
            met.includes('1'),
          ]);
        }
      }
    }
  });

  test('CAB-1.4: the 8 cells around, and no others', () => {
    const around = DIRECTIONS.map((direction) => [2 + DX[direction], 7 + DY[direction]] as const);
    expect(around).toEqual([
      [2, 6],
      [3, 6],
      [3, 7],
      [3, 8],
      [2, 8],
      [1, 8],
      [1, 7],
      [1, 6],
    ]);
    for (const [x, y] of around) expect(isAround(2, 7, x, y)).toBe(true);
    for (const [x, y] of [
      [2, 7],
      [4, 7],
      [2, 5],
      [4, 9],
    ] as const)
      expect(isAround(2, 7, x, y)).toBe(false);
    expect(distance(0, 0, 3, -6)).toBe(6);
  });

  test('CAB-1.1: a chart finds every tile of the board and nothing outside', () => {
    const board = layout(M1);
    const chart = chartOf(components, board);
    for (const [spot, { tileId, x, y }] of board.entries()) {
      const cell = cellOf(chart, x, y);
      expect([xOf(chart, cell), yOf(chart, cell), chart.spots[cell]]).toEqual([x, y, spot]);
      expect(TILE_KINDS[kindAt(chart, cell)]).toBe(pieceOf(components.tileOf, tileId).kind);
    }
    expect(cellOf(chart, 100, 0)).toBe(NONE);
    expect(kindAt(chart, cellOf(chart, -100, -100))).toBe(NONE);
    expect(chart.lighthouses.map(({ tileId }) => tileId)).toEqual(['lighthouse-1']);
  });
});
