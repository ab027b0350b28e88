// What one client sees of a match at one version, kept to be compared with the replayed journal.
import type { Match } from '../../shared/kernel/match.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import type { SeenState, TestPlayer } from './player.ts';
import { differences } from './same-view.ts';

type SeenPrivate = SeenState['table']['seats'][number]['priv'];

export interface Sight {
  readonly viewer: Seat | null;
  readonly version: number;
  readonly decisions: readonly object[];
  readonly view: unknown;
  /** By seat; `undefined` if nothing private is visible. */
  readonly privates: readonly (SeenPrivate | undefined)[];
}

export function sightOf(player: TestPlayer): Sight {
  const { version, table, decisions, view } = player.state;
  return {
    viewer: player.seat,
    version,
    decisions: decisions.map(({ id, seat, kind }) => ({ id, seat, kind })),
    view,
    privates: table.seats.map((place) => place.priv),
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

function faultsOfOwn(own: SeenPrivate | undefined, match: Match, seat: Seat): string[] {
  if (own === undefined) return ['.private: the own part is missing'];
  const { invitation: _unchecked, ...rest } = own;
  return differences(rest, { seatView: match.seatView(seat) }, '.private');
}
