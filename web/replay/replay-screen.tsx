// A match of the past (or of now, up to now), version by version.
export function ReplayScreen(props: {
  readonly id: string;
  readonly version: number | null;
  readonly as: string;
}) {
  return <p>{props.id}</p>;
}
