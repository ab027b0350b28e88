// Whose turn it is, in the tab's title and icon.
import { effect } from '@preact/signals';
import { markTab } from '../lib/badge.ts';
import type { Entered } from './entry.ts';
import { say } from './texts.ts';

/** Until the returned function is called. */
export function showTurn({ live, teller }: Entered): () => void {
  const stop = effect(() => {
    const { seats, status } = live.facts.value;
    const deciding = status === 'playing' ? live.decisions.value.map(({ seat }) => seat) : [];
    const { value: own } = live.seat;
    const isMine = own !== null && deciding.includes(own);
    const names = deciding.map((seat) => seats[seat]?.name ?? '').join(', ');
    const whose = isMine ? `● ${say('your-turn')}` : names;
    document.title = [whose, teller.book.title].filter((text) => text !== '').join(' · ');
    markTab(isMine);
  });
  return () => {
    stop();
    document.title = 'Quayside';
    markTab(false);
  };
}
