// What a true record proves, and what it does not, in plain words.
import type { MatchRecord } from '../../shared/protocol/verify.ts';
import { language } from '../lib/language.ts';
import { say } from './texts.ts';
import { nameAt } from './wording.ts';

const NOT_PROVED = ['not-talk', 'not-own', 'not-names'] as const;

export function Proof({ record }: { readonly record: MatchRecord }) {
  const { entries, result, deal } = record;
  const hasClock = entries.some(({ by }) => by === 'clock');
  const sharers = (deal?.parts ?? []).flatMap(({ by }, seat) =>
    by === 'player' ? [nameAt(record, seat)] : [],
  );
  const isShared = sharers.length > 0;
  return (
    <div class="verify-proof">
      <section class="card verify-part" aria-labelledby="proved">
        <h2 id="proved">{say('proved')}</h2>
        <ul>
          <li>{say(isShared ? 'proved-parts' : 'proved-seed')}</li>
          {isShared ? <li>{say('proved-draw', { count: sharers.length, names: listed(sharers) })}</li> : null}
          <li>{say('proved-deal')}</li>
          <li>{say('proved-moves')}</li>
          {hasClock ? <li>{say('proved-clock')}</li> : null}
          {result === null ? null : <li>{say('proved-result')}</li>}
        </ul>
      </section>
      <section class="card verify-part" aria-labelledby="not-proved">
        <h2 id="not-proved">{say('not-proved')}</h2>
        <ul>
          {(['not-host', isShared ? 'not-allied' : 'not-draw', ...NOT_PROVED] as const).map((key) => (
            <li key={key}>{say(key)}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat(language.value).format(names);
}
