// Scores as bars of their parts, and the same as a table.
import type { TableFacts } from '../../client/index.ts';
import { SeatMark } from '../seats/seat-mark.tsx';
import { barsOf } from './bars.ts';
import { say } from './texts.ts';

type Result = NonNullable<TableFacts['result']>;

interface Props {
  readonly result: Result;
  readonly nameOf: (seat: number) => string;
  readonly termOf: (term: string) => string;
}

export function Scores({ result, nameOf, termOf }: Props) {
  const { terms, bars, zero } = barsOf(result.ranking);
  const percent = (share: number) => `${share * 100}%`;
  // Tie-breakers matter only there.
  const isTied = (sum: number) => result.ranking.filter(({ total }) => total === sum).length > 1;
  const breaks = result.ranking.some(({ total, tieBreak }) => tieBreak !== undefined && isTied(total));
  return (
    <>
      <ol class="scores" aria-hidden="true">
        {bars.map(({ seat, place, total, segments }) => (
          <li key={seat}>
            <span class="scores-place">{place}</span>
            <span class="scores-name">
              <SeatMark seat={seat} size={20} /> {nameOf(seat)}
            </span>
            <span class="scores-bar">
              {segments.map(({ term, value, from, share }) => (
                <span
                  key={term}
                  class="scores-segment"
                  data-term={terms.indexOf(term) % 6}
                  style={{ insetInlineStart: percent(from), width: percent(share) }}
                >
                  {share > 0.05 && value}
                </span>
              ))}
              <span class="scores-zero" style={{ insetInlineStart: percent(zero) }} />
            </span>
            <span class="scores-total">{total}</span>
          </li>
        ))}
      </ol>
      <ul class="scores-legend" aria-hidden="true">
        {terms.map((term, place) => (
          <li key={term}>
            <span class="scores-key" data-term={place % 6} /> {termOf(term)}
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it where it is too wide */}
      <section class="scores-scroll" aria-label={say('scores')} tabIndex={0}>
        <table class="scores-table">
          <caption class="unseen">{say('scores')}</caption>
          <thead>
            <tr>
              <th scope="col">{say('place')}</th>
              <th scope="col">{say('player')}</th>
              {terms.map((term) => (
                <th key={term} scope="col">
                  {termOf(term)}
                </th>
              ))}
              <th scope="col">{say('total')}</th>
              {breaks && <th scope="col">{say('tie-break')}</th>}
            </tr>
          </thead>
          <tbody>
            {result.ranking.map(({ seat, place, total, parts, tieBreak }) => (
              <tr key={seat}>
                <td>{place}</td>
                <th scope="row">{nameOf(seat)}</th>
                {terms.map((term) => (
                  <td key={term}>{parts[term] ?? 0}</td>
                ))}
                <td>
                  <b>{total}</b>
                </td>
                {breaks && (
                  <td class="faint">
                    {isTied(total) &&
                      Object.entries(tieBreak ?? {})
                        .map(([term, value]) => `${termOf(term)} ${value}`)
                        .join(', ')}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
