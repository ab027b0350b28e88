// What is pointed at, in the catalogue's words: its name and everything printed on it.
import './explanation.css';
import { useEffect } from 'preact/hooks';
import type { Names } from '../../client/index.ts';
import type { Furniture } from '../boards/furnish.ts';
import { explained } from '../lib/open-rule.ts';
import { pieceOf, printedOn } from './printed.ts';
import { textOf } from './said.ts';
import { useWording } from './use-wording.ts';

/** Room that it needs below what it explains; else it stands above. */
const HEIGHT = 160;
const WIDTH = 288;
const GAP = 8;

/** Once per screen that shows a board. */
export function Explanation({ place, names }: { readonly place: Furniture; readonly names: Names }) {
  const wording = useWording(place, names);
  const { value: asked } = explained;
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') explained.value = null;
    };
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('keydown', close);
      explained.value = null;
    };
  }, []);
  const piece = asked === null ? undefined : pieceOf(place.catalogue, asked.id);
  if (asked === null || piece === undefined) return null;
  const { name, facts } = printedOn(piece, wording);
  const isBelow = asked.bottom + GAP + HEIGHT < window.innerHeight;
  const left = Math.max(GAP, Math.min(asked.left, window.innerWidth - WIDTH - GAP));
  return (
    <div
      class="explanation card"
      role="tooltip"
      style={{
        left: `${left}px`,
        ...(isBelow
          ? { top: `${asked.bottom + GAP}px` }
          : { bottom: `${window.innerHeight - asked.top + GAP}px` }),
      }}
    >
      <strong>{name}</strong>
      {facts.length === 0 ? null : (
        <dl>
          {facts.map(({ field, label, said }) => (
            <div key={field}>
              <dt>{label}</dt> <dd>{textOf(said)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
