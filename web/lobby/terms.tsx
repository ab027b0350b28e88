// How a table will be played: everything that its host chose.
import type { SentenceBook, TableFacts } from '../../client/index.ts';
import { say } from './say.ts';

interface Props {
  readonly facts: TableFacts;
  readonly book: SentenceBook;
}

export function Terms({ facts, book }: Props) {
  const { clock, absence, visibility, spectatorsAllowed, hints, undo, options } = facts;
  return (
    <section class="card waiting-card" aria-labelledby="terms">
      <h2 id="terms">{say('settings')}</h2>
      <ul class="waiting-terms">
        <li>{say(`set-value.${visibility}`)}</li>
        <li>{`${say('set.clock')}${say('colon')}${say(`set.clock.${clock}`)}`}</li>
        <li>{say(`set-value.${absence}`)}</li>
        <li>{say(spectatorsAllowed ? 'set-value.watch' : 'set-value.no-watch')}</li>
        <li>{`${say('set.undo')}${say('colon')}${say(`set.undo.${undo}`)}`}</li>
        {hints ? <li>{say('set-value.hints')}</li> : null}
        {Object.entries(options).map(([name, value]) => {
          const title = book.options[name] ?? name;
          // What is switched off is not part of the game.
          if (value === false) return null;
          return <li key={name}>{value === true ? title : `${title}${say('colon')}${worded(value)}`}</li>;
        })}
      </ul>
    </section>
  );
}

function worded(value: unknown): string {
  return value === 'random' ? say('set.random') : String(value);
}
