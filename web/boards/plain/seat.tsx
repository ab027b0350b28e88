// What a player owns in public: counts as face-down cards, components by their names, the rest in words.
import { useMemo } from 'preact/hooks';
import { rowOf } from '../../text-table/outline.ts';
import { isNothing, textOf } from '../../wording/said.ts';
import { Row } from './drawn.tsx';
import { type PlainProps, useSight } from './sight.ts';

export function Seat(props: PlainProps & { readonly of: number }) {
  const sight = useSight(props);
  const { view, wording } = sight;
  const fields = useMemo(() => wording.view('publicView', view), [wording, view]);
  const row = rowOf(fields, props.of).filter(({ said }) => !isNothing(said, wording.nothing));
  const counts = row.filter(({ field }) => /Count$/.test(field));
  const flags = row.filter(({ said }) => said.as === 'text' && said.text === wording.yes);
  const others = row.filter(
    (cell) => !counts.includes(cell) && !flags.includes(cell) && !isNothing(cell.said, wording.no),
  );
  return (
    <div class="pln-owned">
      {counts.map(({ field, label, said }) => (
        <span key={field} class="pln-count" title={label}>
          <span class="pln-back" aria-hidden="true" /> <span class="unseen">{label} </span>
          {textOf(said)}
        </span>
      ))}
      {flags.map(({ field, label }) => (
        <span key={field} class="pln-flag">
          {label}
        </span>
      ))}
      <Row sight={sight} row={others} />
    </div>
  );
}
