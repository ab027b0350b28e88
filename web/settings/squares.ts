// Dark squares of a grid as one path, row by row: neighbours are drawn together.
export function squaresOf(grid: readonly (readonly boolean[])[]): string {
  return grid
    .flatMap((row, y) => runsIn(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
    .join('');
}

/** Where each run of dark squares begins, and how long it is. */
function runsIn(row: readonly boolean[]): (readonly [start: number, length: number])[] {
  const runs: (readonly [number, number])[] = [];
  let start: number | undefined;
  for (let x = 0; x <= row.length; x++) {
    if (row[x] === true) start ??= x;
    else if (start !== undefined) {
      runs.push([start, x - start]);
      start = undefined;
    }
  }
  return runs;
}
