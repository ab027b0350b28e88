// A table before its match: who sits where, the invitation, the settings, the start.
import type { Entered } from '../table/entry.ts';

export function WaitingRoom({ place }: { readonly place: Entered }) {
  return <p>{place.live.facts.value.status}</p>;
}
