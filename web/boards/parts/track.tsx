// A track from nothing to a goal with a lane for each seat, so that equal sums are beside each other and every marker is
// where it belongs. Decorative: the seats say the same.
import { SeatShape } from '../../seats/seat-mark.tsx';

interface TrackProps {
  readonly title: string;
  readonly class: string;
  readonly goal: number;
  readonly runners: readonly { readonly seat: number; readonly at: number }[];
}

export function Track({ title, class: className, goal, runners }: TrackProps) {
  const end = Math.max(1, goal);
  const step = end <= 60 ? 5 : end <= 150 ? 10 : 25;
  const marks = Array.from({ length: Math.floor(end / step) + 1 }, (_, n) => n * step);
  const left = (at: number) => `${(Math.min(at, end) / end) * 100}%`;
  return (
    <div class={`track ${className}`} aria-hidden="true" title={title}>
      <div class="track-rail" style={{ '--lanes': runners.length }}>
        {marks.map((mark) => (
          <span key={mark} class="track-mark" style={{ left: left(mark) }}>
            {mark}
          </span>
        ))}
        {runners.map(({ seat, at }, lane) => (
          <svg
            key={seat}
            class="track-runner"
            data-piece={`runner-${seat}`}
            viewBox="-0.5 -0.5 17 17"
            aria-hidden="true"
            style={{ left: left(at), '--lane': lane }}
          >
            <SeatShape seat={seat} />
          </svg>
        ))}
      </div>
    </div>
  );
}
