// Letters and numbers along the edges of the sea: what the news call its cells.
import type { Bounds } from './bounds.ts';
import { columnName, rowName, type Sight } from './sight.ts';

/** Decoration: every tile says its cell. They stay in view while the sea is scrolled. */
export function Rulers({ sight, bounds }: { readonly sight: Sight; readonly bounds: Bounds }) {
  const { left, top, columns, rows } = bounds;
  return (
    <>
      <span class="cab-ruler cab-ruler-columns" aria-hidden="true">
        {Array.from({ length: columns }, (_, n) => (
          <span key={n}>
            <b>{columnName(sight, left + n)}</b>
          </span>
        ))}
      </span>
      <span class="cab-ruler cab-ruler-rows" aria-hidden="true">
        {Array.from({ length: rows }, (_, n) => (
          <span key={n}>
            <b>{rowName(sight, top + n)}</b>
          </span>
        ))}
      </span>
    </>
  );
}
