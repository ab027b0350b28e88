// A table as it was last seen here, while the server cannot be reached: to look at, not to play.
import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { BoardProps } from '../boards/board.ts';
import { type Furniture, furnished, type SomeGame } from '../boards/furnish.ts';
import { currentLanguage } from '../lib/language.ts';
import { Link } from '../lib/link.tsx';
import { overHttp } from '../lib/player.ts';
import { momentOf } from '../lobby/words.ts';
import { SeatColours } from '../seats/seat-colours.tsx';
import { type KeptTable, keptTable } from './kept.ts';
import { Obstacle } from './obstacle.tsx';
import { say } from './texts.ts';
import { Zoomable } from './zoomable.tsx';

const PATIENCE_MS = 2_500;

interface Props {
  readonly id: string;
  /** The server may still answer. */
  readonly isTrying: boolean;
  readonly again: () => void;
}

interface Found {
  readonly kept: KeptTable;
  readonly furniture: Furniture;
}

/** Nothing of it for a moment: most servers answer soon. */
export function LastSeen({ id, isTrying, again }: Props) {
  const found = useSignal<Found | null>(null);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        // Without its words or its components there is nothing to show.
        void find(id).then(
          (there) => {
            found.value = there;
          },
          () => undefined,
        );
      },
      isTrying ? PATIENCE_MS : 0,
    );
    return () => clearTimeout(timer);
  }, [id, isTrying]);
  useEffect(() => {
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
  const { value: there } = found;
  if (there !== null) return <Seen {...there} isTrying={isTrying} again={again} />;
  return isTrying ? (
    <p class="table-wait">{say('entering')}</p>
  ) : (
    <Obstacle code="unreachable" again={again} />
  );
}

async function find(id: string): Promise<Found | null> {
  const kept = await keptTable(id);
  return kept === undefined ? null : { kept, furniture: await furnished(overHttp(), kept.facts) };
}

function Seen({ kept, furniture, isTrying, again }: Found & Omit<Props, 'id'>) {
  const { board, catalogue, teller } = furniture;
  const props: BoardProps<SomeGame> = {
    scene: useSignal({ ...kept.scene, time: 'past' as const }),
    table: useSignal(kept.facts),
    seat: kept.seat,
    catalogue,
    teller,
    language: currentLanguage.value,
    choice: null,
    lit: NOTHING,
    litSeats: NOBODY,
  };
  return (
    <SeatColours colours={catalogue.seats.colours}>
      <div class="table-seen">
        <header class="table-seen-bar">
          <h1>{teller.book.title}</h1>
          <p role="status">{say('last-seen', { time: momentOf(kept.at) })}</p>
          <p class="table-choices">
            {isTrying ? null : (
              <button type="button" class="button" data-main onClick={again}>
                {say('try-again')}
              </button>
            )}
            <Link to={{ name: 'home' }} class="button">
              {say('home')}
            </Link>
          </p>
        </header>
        <main class="table-board" data-time="past">
          <Zoomable>
            <board.Board {...props} />
          </Zoomable>
        </main>
        {kept.seat === null || board.Own === undefined ? null : (
          <section class="table-own" aria-label={say('own')}>
            <board.Own {...props} />
          </section>
        )}
      </div>
    </SeatColours>
  );
}

const NOTHING = signal<ReadonlySet<string>>(new Set());
const NOBODY = signal<ReadonlySet<number>>(new Set());
