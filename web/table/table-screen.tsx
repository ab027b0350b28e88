// The screen of one table: joining, lobby, match, and errors.
import './table.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Refusal } from '../../client/index.ts';
import { language } from '../lib/language.ts';
import { isKnown } from '../lib/player.ts';
import { Introduce } from '../lobby/introduce.tsx';
import { WaitingRoom } from '../lobby/waiting-room.tsx';
import { SeatColours } from '../seats/seat-colours.tsx';
import { ContactLine } from './contact-line.tsx';
import { type Entered, entered, left } from './entry.ts';
import { LastSeen } from './last-seen.tsx';
import { Match } from './match.tsx';
import { Obstacle } from './obstacle.tsx';

type Refused = Pick<Refusal, 'code' | 'message'>;
const STRANGER: Refused = { code: 'unauthenticated', message: '' };
/** The players are asked whether we may have a vacant seat: it is ours if we ask again once they agree. */
const ASKING = 'consent-needed';
const ASKING_MS = 5_000;
const UNREACHABLE: Refused = { code: 'unreachable', message: '' };

export function TableScreen({ id, invitation }: { readonly id: string; readonly invitation: string }) {
  const here = useSignal<Entered | null>(null);
  const obstacle = useSignal<Refused | null>(isKnown() ? null : STRANGER);
  const attempt = useSignal(0);
  const { value: spoken } = language;
  const again = () => {
    here.value = null;
    obstacle.value = null;
    attempt.value++;
  };
  useEffect(() => {
    const before = obstacle.peek();
    if (before !== null && before.code !== ASKING) return;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const entering = entered(id, invitation);
    void entering.then(
      (place) => {
        if (isGone) return;
        here.value = place;
        obstacle.value = null;
        void place.live.follow();
      },
      (error: unknown) => {
        if (isGone) return;
        const refused = error instanceof Refusal ? error : UNREACHABLE;
        obstacle.value = refused;
        if (refused.code === ASKING) timer = setTimeout(() => attempt.value++, ASKING_MS);
      },
    );
    return () => {
      isGone = true;
      clearTimeout(timer);
      void entering.then(left, () => undefined);
    };
  }, [id, attempt.value, spoken]);

  const { value: met } = obstacle;
  if (met?.code === STRANGER.code) return <Introduce isInvited={invitation !== ''} onKnown={again} />;
  // Refusals name their code first, for programs.
  if (met !== null && met !== UNREACHABLE)
    return <Obstacle code={met.code} message={met.message.replace(/^[\w-]+: /, '')} again={again} />;
  const { value: place } = here;
  if (met !== null || place === null) return <LastSeen id={id} isTrying={met === null} again={again} />;
  const { value: ended } = place.live.ended;
  if (ended !== null) return <Obstacle code={ended} again={again} />;
  // In another language the table is entered anew.
  const spokenAt = place.teller.book.language;
  return (
    <SeatColours colours={place.catalogue.seats.colours}>
      <ContactLine key={spokenAt} live={place.live} />
      {place.live.facts.value.status === 'lobby' ? (
        <WaitingRoom key={spokenAt} place={place} />
      ) : (
        <Match key={spokenAt} place={place} />
      )}
    </SeatColours>
  );
}
