// The screen of one table: its lobby, then board, seats, news, action bar.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ActionBar } from '../action/action-bar.tsx';
import { WaitingRoom } from '../lobby/waiting-room.tsx';
import { TextTable } from '../text-table/text-table.tsx';
import { type Entered, entered } from './entry.ts';

export function TableScreen({ id, invitation }: { readonly id: string; readonly invitation: string }) {
  const here = useSignal<Entered | null>(null);
  useEffect(() => {
    const entering = entered((harbour) => harbour.table(id, invitation === '' ? {} : { invitation }));
    void entering.then((place) => {
      here.value = place;
      void place.live.follow();
    });
    return () => void entering.then(({ live }) => live.close());
  }, [id]);
  const place = here.value;
  if (place === null) return <p>…</p>;
  if (place.live.facts.value.status === 'lobby') return <WaitingRoom place={place} />;
  return (
    <main>
      <h1>{place.live.facts.value.game}</h1>
      <TextTable place={place} />
      <ActionBar place={place} />
    </main>
  );
}
