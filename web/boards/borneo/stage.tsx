// The current phase of the turn, a fight, a distribution, the end. Its place is always reserved.
import { SeatMark } from '../../seats/seat-mark.tsx';
import { Group } from '../parts/group.tsx';
import { Piece } from '../parts/piece.tsx';
import { picksAhead } from './distribution.ts';
import { FightPanel, sidesOf } from './fight.tsx';
import type { Distribution } from './pieces.ts';
import { isTypePicked, nameOf, pickType, playerAt, type Sight, say } from './sight.ts';
import { Flag } from './symbols.tsx';
import { FIGHT } from './trace.ts';

export function Stage({ sight }: { readonly sight: Sight }) {
  const { view } = sight;
  const sides = sidesOf(sight);
  if (sides !== undefined) return <FightPanel sight={sight} sides={sides} />;
  return (
    <Group label={say('stage')} class="bor-stage" at={FIGHT}>
      {view.distribution !== null ? (
        <Path sight={sight} distribution={view.distribution} />
      ) : view.scores !== null ? (
        <Scores sight={sight} />
      ) : (
        <Phases sight={sight} />
      )}
    </Group>
  );
}

const PHASES = [
  { kinds: ['mission'], key: 'phaseMission' },
  { kinds: ['company', 'defence', 'retreat', 'reward'], key: 'phaseCompany' },
  { kinds: ['shipment', 'pick'], key: 'phaseShipment' },
  { kinds: ['discard'], key: 'phaseDraw' },
] as const;

function Phases({ sight: { view, props }, sight }: { readonly sight: Sight }) {
  const { phase, activeSeat, turn, placementRound } = view;
  if (phase === 'placement') return <p class="bor-title">{say('setup', { round: placementRound })}</p>;
  if (phase === 'final-mission')
    return <p class="bor-title">{props.teller.book.results[view.endReason ?? ''] ?? say('ended')}</p>;
  return (
    <>
      <p class="bor-title">
        {say('turn', { turn })} <SeatMark seat={activeSeat} /> {playerAt(sight, activeSeat)}
      </p>
      <ol class="bor-phases">
        {PHASES.map(({ kinds, key }) => (
          <li key={key} aria-current={kinds.some((kind) => kind === phase) ? 'step' : undefined}>
            {say(key)}
          </li>
        ))}
      </ol>
      <Skips sight={sight} />
    </>
  );
}

const SKIPS = ['skip-mission', 'skip-company'] as const;

/** Optional steps that can be skipped. */
function Skips({ sight }: { readonly sight: Sight }) {
  const { kind, props } = sight;
  const skip = SKIPS.find((type) => kind !== null && props.choice?.offers(type) === true);
  if (skip === undefined) return null;
  const label = props.teller.book.commands[skip] ?? skip;
  return (
    <Piece
      class="bor-answer bor-skip"
      label={label}
      picked={isTypePicked(sight, skip)}
      onPick={() => pickType(sight, skip)}
    >
      {label}
    </Piece>
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
