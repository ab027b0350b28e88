// The first page: the player's own tables, the games, and the tables that are open to all.
import './lobby.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Refusal } from '../../client/index.ts';
import { markTab } from '../lib/badge.ts';
import { sentenceOf } from '../lib/failure.ts';
import { served } from '../lib/offline.ts';
import { forgetPlayer, isKnown, overSockets } from '../lib/player.ts';
import { server } from '../lib/server.ts';
import { usePoll } from '../lib/use-poll.ts';
import { Shell } from '../shell/shell.tsx';
import { CodeForm } from './code-form.tsx';
import { GameCard, type Intent } from './game-card.tsx';
import { MyTables } from './my-tables.tsx';
import { NameDialog } from './name-dialog.tsx';
import { openTable } from './open-table.ts';
import { myTables, publicTables, waitingTables } from './polls.ts';
import { PublicTables } from './public-tables.tsx';
import { maybeSay, say } from './say.ts';
import { friendsWish, quickWish } from './wishes.ts';

export function Home() {
  const { value: facts } = usePoll(server).value;
  const known = isKnown();
  useEffect(() => (known ? myTables.use() : undefined), [known]);
  /** The action after the name is entered: none, or opening a table. */
  const waiting = useSignal<Intent | 'name' | null>(null);
  const opening = useSignal<Intent | null>(null);
  const fault = useSignal('');
  useEffect(() => {
    // Preloaded, since the table will need it.
    void overSockets().catch(() => undefined);
  }, []);
  const intend = async (intent: Intent) => {
    waiting.value = isKnown() ? null : intent;
    if (!isKnown()) return;
    const { kind, game, seats } = intent;
    opening.value = intent;
    fault.value = '';
    try {
      await openTable(game, kind === 'play' ? quickWish(seats) : friendsWish(seats), kind === 'play');
    } catch (failure) {
      fault.value = sentenceOf(failure);
    }
    waiting.value = null;
  };
  const named = () => {
    const { value: next } = waiting;
    waiting.value = null;
    if (next !== null && next !== 'name') void intend(next);
  };
  const count = known ? waitingTables.value : 0;
  useEffect(() => {
    markTab(count > 0);
    return () => markTab(false);
  }, [count]);
  // Shown all at once, so that nothing moves under a finger.
  const isComplete = !known || myTables.value.value !== null || myTables.failure.value !== null;
  if (facts === null || !isComplete)
    return (
      <Shell title="">
        <Trouble />
        <p class="faint">{say('loading')}</p>
      </Shell>
    );
  return (
    <Shell title={count === 0 ? '' : `● ${say('waiting', { count })}`}>
      <Trouble />
      <div class="lobby-hero">
        <h1>{titleFor(facts.games.length)}</h1>
        <p>{say('home-lead')}</p>
      </div>
      {known ? <MyTables /> : null}
      <section class="lobby-part" aria-labelledby="games">
        <h2 id="games">{say('games')}</h2>
        <p class="faint lobby-hint">{say('play-now-hint')}</p>
        <div class="game-cards">
          {facts.games.map((game) => {
            const isThis = opening.value?.game === game.id;
            return (
              <GameCard
                key={game.id}
                game={game}
                isBusy={isThis && fault.value === ''}
                fault={isThis ? fault.value : ''}
                onIntent={(intent) => void intend(intent)}
              />
            );
          })}
        </div>
      </section>
      <div class="lobby-columns">
        <div>
          {known ? (
            <PublicTables />
          ) : (
            <section class="lobby-part" aria-labelledby="open-tables">
              <h2 id="open-tables">{say('open-tables')}</h2>
              <p class="faint">{say('open-tables-unknown')}</p>
              <button type="button" class="button" onClick={() => (waiting.value = 'name')}>
                {say('give-name')}
              </button>
            </section>
          )}
        </div>
        <section class="lobby-part" aria-labelledby="invited">
          <h2 id="invited">{say('invited')}</h2>
          <CodeForm />
        </section>
      </div>
      {waiting.value === null ? null : <NameDialog onKnown={named} onClose={() => (waiting.value = null)} />}
    </Shell>
  );
}

/** Says how many games there are, in words as long as there are some. */
function titleFor(count: number): string {
  return say('home-title', { count, number: maybeSay(`number.${count}`) ?? count });
}

/** The server is away, or does not know the player (any more). */
function Trouble() {
  const asked = [myTables, publicTables, server, served];
  const failure = asked.map((poll) => poll.failure.value).find((one) => one !== null) ?? null;
  if (failure === null) return null;
  const isStranger = failure instanceof Refusal && failure.code === 'unauthenticated';
  return (
    <p class="lobby-trouble" role="status">
      {isStranger ? say('stranger') : failure instanceof Refusal ? failure.sentence : say('away')}
      {isStranger ? (
        <button type="button" class="button" onClick={() => void forgetPlayer()}>
          {say('stranger-anew')}
        </button>
      ) : null}
    </p>
  );
}
