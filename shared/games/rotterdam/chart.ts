// The value of a position to a ship with cargo for a harbour: how likely it is to get there. For the bot.
import type { ByColour, Chart, HarbourId, PositionId } from './components.ts';

/** Channels by the position that they leave. */
type Leaving = ReadonlyMap<PositionId, ByColour>;

const LOSS_PER_CHANNEL = 0.9;
/** The weight of the best colour in a position's value; the rest is the mean of its colours. */
const OWN_CHOICE = 0.6;

export function chartOf(leaving: Leaving, harbours: readonly { readonly id: HarbourId }[]): Chart {
  const harbourIds = harbours.map(({ id }) => id);
  return {
    reach: new Map(harbourIds.map((id) => [id, reachOf(leaving, harbourIds, id)])),
    progress: progressOf(leaving),
  };
}

/** Backwards from the harbour. */
function reachOf(
  leaving: Leaving,
  harbours: readonly HarbourId[],
  harbour: HarbourId,
): ReadonlyMap<PositionId, number> {
  const known = new Map<PositionId, number>();
  const valueAt = (position: PositionId): number => {
    const value = known.get(position) ?? computed(position);
    known.set(position, value);
    return value;
  };
  const computed = (position: PositionId): number => {
    if (harbours.includes(position)) return position === harbour ? 1 : 0;
    const colours = [...(leaving.get(position)?.values() ?? [])].map((channels) =>
      Math.max(...channels.map(({ to }) => valueAt(to))),
    );
    const mean = colours.reduce((sum, value) => sum + value, 0) / colours.length;
    return LOSS_PER_CHANNEL * (OWN_CHOICE * Math.max(...colours) + (1 - OWN_CHOICE) * mean);
  };
  for (const position of leaving.keys()) valueAt(position);
  return known;
}

function progressOf(leaving: Leaving): ReadonlyMap<PositionId, number> {
  const steps = new Map<PositionId, number>();
  const stepsFrom = (position: PositionId): number => {
    const channels = [...(leaving.get(position)?.values() ?? [])].flat();
    const left =
      steps.get(position) ??
      (channels.length === 0 ? 0 : 1 + Math.min(...channels.map(({ to }) => stepsFrom(to))));
    steps.set(position, left);
    return left;
  };
  const positions = [...leaving.keys()];
  const longest = Math.max(1, ...positions.map(stepsFrom));
  return new Map(positions.map((position) => [position, 1 - stepsFrom(position) / longest]));
}
