// What one client sees of a match at one version, kept to be compared with the replayed journal.
import type { Match } from '../../shared/kernel/match.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import type { TestPlayer } from './player.ts';
import { differences } from './same-view.ts';

/** Fields of a private part that every game's has; the rest is the game's own. */
const COMMON = ['decision', 'kind', 'deadline', 'invitation'];

export interface Sight {
  readonly viewer: Seat | null;
  readonly version: number;
  readonly decisions: readonly object[];
  readonly view: unknown;
  /** By seat; `undefined` where nothing private is seen. */
  readonly privates: readonly (Record<string, unknown> | undefined)[];
}

export function sightOf(player: TestPlayer): Sight {
  const { table, seats, view } = player.state;
  return {
    viewer: player.seat,
    version: table.version,
    decisions: table.decisions.map(({ id, seat, kind }) => ({ id, seat, kind })),
    view,
    privates: seats.map((place) => place.priv),
  };
}

/** What is wrong with it, given the true match at the same version. */
export function faultsIn(sight: Sight, match: Match): string[] {
  const { viewer, version, privates } = sight;
  const { decisions, ...view } = match.publicView();
  const bare = decisions.map(({ id, seat, kind }) => ({ id, seat, kind }));
  const foreign = privates.flatMap((part, seat) =>
    part === undefined || seat === viewer ? [] : [`.private: sees that of seat ${seat}`],
  );
  const faults = [
    ...(version === match.version ? [] : [`.version: ${version} is not ${match.version}`]),
    ...differences(sight.decisions, bare, '.decisions'),
    ...differences(sight.view, view, '.view'),
    ...foreign,
    ...(viewer === null ? [] : faultsOfOwn(privates[viewer], match, viewer)),
  ];
  return faults.map((fault) => `viewer ${viewer}, version ${version}: ${fault}`);
}

function faultsOfOwn(own: Record<string, unknown> | undefined, match: Match, seat: Seat): string[] {
  if (own === undefined) return ['.private: the own part is missing'];
  const decision = match.decisionOf(seat);
  const common = { decision: decision?.id ?? -1, kind: decision?.kind ?? '' };
  const rest = Object.entries(own).filter(([key]) => !COMMON.includes(key));
  return [
    ...differences({ decision: own['decision'], kind: own['kind'] }, common, '.private'),
    ...differences(Object.fromEntries(rest), match.seatView(seat), '.private'),
  ];
}
