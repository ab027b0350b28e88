// A fight, a distribution, the end: over the edge of the board, so that nothing moves.
import { SeatMark } from '../../seats/seat-mark.tsx';
import { Group } from '../parts/group.tsx';
import { nameOf, playerAt } from '../parts/sight.ts';
import { picksAhead } from './distribution.ts';
import { FightPanel, sidesOf } from './fight.tsx';
import type { Distribution } from './pieces.ts';
import { type Sight, say } from './sight.ts';
import { Flag } from './symbols.tsx';

export function Stage({ sight }: { readonly sight: Sight }) {
  const { view } = sight;
  const sides = sidesOf(sight);
  if (sides !== undefined) return <FightPanel sight={sight} sides={sides} />;
  const { distribution } = view;
  if (distribution === null && view.scores === null) return null;
  return (
    <Group label={say('stage')} class={`bor-stage ${distribution === null ? '' : 'bor-stage-path'}`}>
      {distribution === null ? <Scores sight={sight} /> : <Path sight={sight} distribution={distribution} />}
    </Group>
  );
}

function Path({ sight, distribution }: { readonly sight: Sight; readonly distribution: Distribution }) {
  const { view, atlas } = sight;
  const harbour = nameOf(sight, distribution.harbourId);
  return (
    <>
      <p class="bor-title">
        {say(distribution.kind === 'monopoly' ? 'distributionMonopoly' : 'distribution', { harbour })}
      </p>
      <ol class="bor-path">
        {picksAhead(view.companies, distribution).map(({ merchant, company, rank }, index) => {
          const seat = atlas.merchants.get(merchant)?.seat ?? 0;
          const player = playerAt(sight, seat);
          return (
            <li key={`${index}-${merchant}`} aria-current={index === 0 ? 'step' : undefined}>
              <span class="unseen">
                {say('takesNext', { player, company: nameOf(sight, company), rank })}
              </span>
              <span aria-hidden="true">
                <SeatMark seat={seat} /> {player}
              </span>
              <span class="bor-path-place" aria-hidden="true">
                <Flag company={company} /> {rank}
              </span>
            </li>
          );
        })}
      </ol>
    </>
  );
}

function Scores({ sight }: { readonly sight: Sight }) {
  const { view, props } = sight;
  const { results } = props.teller.book;
  const scores = (view.scores ?? []).toSorted((one, other) => other.total - one.total);
  const hasPirates = view.pirateShip !== 'off';
  return (
    <table class="bor-scores">
      <caption class="bor-title">{results[view.endReason ?? ''] ?? say('ended')}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{say('warehouseShort')}</th>
          <th scope="col">{say('missions')}</th>
          {hasPirates && <th scope="col">{results['pirates']}</th>}
          <th scope="col">{say('totalShort')}</th>
        </tr>
      </thead>
      <tbody>
        {scores.map(({ seat, warehouseVp, missionVp, piratePenalty, total }) => (
          <tr key={seat}>
            <th scope="row">
              <SeatMark seat={seat} size={14} /> {playerAt(sight, seat)}
            </th>
            <td>{warehouseVp}</td>
            <td>{missionVp}</td>
            {hasPirates && <td>{piratePenalty === 0 ? 0 : `−${piratePenalty}`}</td>}
            <td>
              <b>{total}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
