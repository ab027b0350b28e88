// Whose turn it is, in the tab's title and icon.
import { effect } from '@preact/signals';
import type { Entered } from './entry.ts';
import { say } from './texts.ts';

const ICON = '/web/icon.svg';
const TURN_ICON = '/web/icon-turn.svg';

/** Until the returned function is called. */
export function showTurn({ live, teller }: Entered): () => void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const stop = effect(() => {
    const { seats, status } = live.facts.value;
    const deciding = status === 'playing' ? live.decisions.value.map(({ seat }) => seat) : [];
    const { value: own } = live.seat;
    const isMine = own !== null && deciding.includes(own);
    const names = deciding.map((seat) => seats[seat]?.name ?? '').join(', ');
    const whose = isMine ? `● ${say('your-turn')}` : names;
    document.title = [whose, teller.book.title].filter((text) => text !== '').join(' · ');
    if (icon !== null) icon.href = isMine ? TURN_ICON : ICON;
  });
  return () => {
    stop();
    document.title = 'Quayside';
    if (icon !== null) icon.href = ICON;
  };
}
