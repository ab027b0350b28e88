// A position in words: of the present, of the past, of any game.
import { useId } from 'preact/hooks';
import { SeatMark } from '../seats/seat-mark.tsx';
import { entryText, type LabelledField, type Said, textOf } from '../wording/said.ts';
import type { Wording } from '../wording/wording.ts';
import { columnsOf, type Outline, type Region, worthSaying } from './outline.ts';
import { say } from './texts.ts';

/** More columns are hard to follow by ear, and do not fit on a phone. */
const WIDEST = 6;

interface Props {
  readonly outline: Outline;
  readonly wording: Wording;
  readonly isSeated: boolean;
}

export function Position({ outline, wording, isSeated }: Props) {
  const { own, table, empty } = outline;
  return (
    <>
      {isSeated ? (
        <Part title={say('own')}>
          {own.length === 0 ? <p>{say('own-none')}</p> : null}
          <Regions regions={own} wording={wording} />
        </Part>
      ) : null}
      <Part title={say('table')}>
        <Regions regions={table} wording={wording} />
        {empty.length === 0 ? null : <p class="faint">{say('empty', { names: empty.join(', ') })}</p>}
      </Part>
    </>
  );
}

export function Part({
  title,
  children,
}: {
  readonly title: string;
  readonly children: preact.ComponentChildren;
}) {
  const id = useId();
  return (
    <section class="text-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

export function Regions({
  regions,
  wording,
}: {
  readonly regions: readonly Region[];
  readonly wording: Wording;
}) {
  return (
    <>
      {regions.map((region) => (
        <div key={region.name} class="text-region">
          <OneRegion region={region} wording={wording} />
        </div>
      ))}
    </>
  );
}

function OneRegion({ region, wording }: { readonly region: Region; readonly wording: Wording }) {
  switch (region.as) {
    case 'facts':
      return (
        <>
          <h3>{say(region.name === 'mine-facts' ? 'mine' : 'facts')}</h3>
          <Facts fields={region.facts} />
        </>
      );
    case 'list':
      return (
        <>
          <h3>{region.title}</h3>
          <ul class="text-things">
            {region.items.map((item, n) => (
              <li key={n}>
                <Value said={item} />
              </li>
            ))}
          </ul>
        </>
      );
    case 'entries':
      return (
        <>
          <h3>{region.title}</h3>
          <ul class="text-things">
            {region.said.as === 'entries'
              ? region.said.entries.map(({ name, value }, n) => (
                  <li key={n}>
                    {name.as === 'seat' ? <SeatMark seat={name.seat} size={12} /> : null}{' '}
                    {entryText(textOf(name), value)}
                  </li>
                ))
              : null}
          </ul>
        </>
      );
    case 'rows':
      return <Rows title={region.title} rows={region.rows} wording={wording} />;
  }
}

interface RowsProps {
  readonly title: string;
  readonly rows: readonly (readonly LabelledField[])[];
  readonly wording: Wording;
}

/** As a table where it can be read across; else as a list of what there is to say. */
function Rows({ title, rows, wording }: RowsProps) {
  const [only, ...others] = rows;
  if (only !== undefined && others.length === 0)
    return (
      <>
        <h3>{title}</h3>
        <Facts fields={worthSaying(only, { nothing: wording.nothing, no: say('no') })} />
      </>
    );
  const columns = columnsOf(rows, WIDEST);
  if (columns === null)
    return (
      <>
        <h3>{title}</h3>
        <ol class="text-rows">
          {rows.map((row, n) => (
            <li key={n}>
              <Facts fields={worthSaying(row, { nothing: wording.nothing, no: say('no') })} />
            </li>
          ))}
        </ol>
      </>
    );
  return (
    <>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, by keys as well. */}
      <section class="text-wide" tabIndex={0} aria-label={title}>
        <table>
          <thead>
            <tr>
              {columns.map((column, n) => (
                <th key={n} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, n) => (
              <tr key={n}>
                {row.map(({ said }, m) =>
                  m === 0 ? (
                    <th key={m} scope="row">
                      <Value said={said} />
                    </th>
                  ) : (
                    <td key={m}>
                      <Value said={said} />
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function Facts({ fields }: { readonly fields: readonly LabelledField[] }) {
  return (
    <dl class="text-facts">
      {fields.map(({ field, label, said }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            <Value said={said} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ said }: { readonly said: Said }) {
  if (said.as !== 'seat') return <>{textOf(said)}</>;
  return (
    <span class="text-seat">
      <SeatMark seat={said.seat} size={12} /> {said.text}
    </span>
  );
}
