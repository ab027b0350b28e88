// One panel of the board: cards, a pile, a track, a fact, or rows.
import { SeatMark } from '../../seats/seat-mark.tsx';
import { type LabelledField, type Said, textOf } from '../../wording/said.ts';
import { Cards, Chip } from './cards.tsx';
import type { Panel } from './panels.ts';
import { type Sight, say } from './sight.ts';

interface DrawnProps {
  readonly sight: Sight;
  readonly panel: Panel;
}

export function Drawn({ sight, panel }: DrawnProps) {
  const { title, field } = panel;
  return (
    <section class="pln-panel" data-as={panel.as} data-at={field} aria-label={title}>
      <h2>{title}</h2>
      <Content sight={sight} panel={panel} />
    </section>
  );
}

function Content({ sight, panel }: DrawnProps) {
  switch (panel.as) {
    case 'cards':
      return <Cards sight={sight} title={panel.title} cards={panel.cards} />;
    case 'pile':
      return <Pile title={panel.title} count={panel.count} />;
    case 'track':
      return <Track title={panel.title} at={panel.at} of={panel.of} />;
    case 'fact':
      return (
        <p class="pln-fact">
          <Value sight={sight} said={panel.said} />
        </p>
      );
    case 'rows':
      return (
        <ul class="pln-rows">
          {panel.rows.map((row, n) => (
            <li key={n}>
              <Row sight={sight} row={row} />
            </li>
          ))}
        </ul>
      );
  }
}

/** As high as it is full, up to a few cards. */
function Pile({ title, count }: { readonly title: string; readonly count: number }) {
  return (
    <p class="pln-pile" style={{ '--cards': Math.min(count, 6) }}>
      <span class="pln-back" aria-hidden="true" />
      <b aria-hidden="true">{count}</b>
      <span class="unseen">{say('count', { name: title, count })}</span>
    </p>
  );
}

/** More steps than this are a line. */
const STEPS = 40;

interface TrackProps {
  readonly title: string;
  readonly at: number;
  readonly of: number;
}

function Track({ title, at, of }: TrackProps) {
  const steps = Array.from({ length: Math.min(of, STEPS) }, (_, n) =>
    Math.round(((n + 1) * of) / Math.min(of, STEPS)),
  );
  return (
    <p class="pln-track">
      <span class="unseen">{say('step', { name: title, at, of })}</span>
      {steps.map((step) => (
        <span
          key={step}
          aria-hidden="true"
          data-done={step < at ? '' : undefined}
          data-now={step === at ? '' : undefined}
        >
          {step}
        </span>
      ))}
    </p>
  );
}

interface RowProps {
  readonly sight: Sight;
  readonly row: readonly LabelledField[];
}

export function Row({ sight, row }: RowProps) {
  return (
    <>
      {row.map(({ field, label, said }) => (
        <span key={field} class="pln-cell">
          {label === '' || said.as === 'component' ? null : <span class="pln-label">{label}</span>}{' '}
          <Value sight={sight} said={said} />
        </span>
      ))}
    </>
  );
}

function Value({ sight, said }: { readonly sight: Sight; readonly said: Said }) {
  if (said.as === 'component') return <Chip sight={sight} id={said.id} name={said.text} />;
  if (said.as === 'seat')
    return (
      <span class="pln-seat">
        <SeatMark seat={said.seat} size={14} /> {said.text}
      </span>
    );
  if (said.as === 'list')
    return (
      <>{said.items.map((item, n) => [n > 0 ? ' ' : '', <Value key={n} sight={sight} said={item} />])}</>
    );
  return <b>{textOf(said)}</b>;
}
