// The verdict on a record: true, false with the place, or not to be told here; and what that proves.
import { useEffect, useRef } from 'preact/hooks';
import type { Check, MatchRecord, Verification } from '../../shared/protocol/verify.ts';
import { fingerprintOf } from '../lib/fingerprints.ts';
import { language } from '../lib/language.ts';
import { reasonOf, titleOf } from './checker.ts';
import { dateOf } from './dates.ts';
import { Fingerprint } from './fingerprint.tsx';
import { Proof } from './proof.tsx';
import { say } from './texts.ts';
import { nameAt, sayCheck } from './wording.ts';

const NOTED_SHOWN = 12;
/** What is true, and yet no reason to trust the match more. */
const NOTED: ReadonlySet<string> = new Set([
  'no-parts',
  'part-silent',
  'part-none',
  'part-bot',
  'no-clock',
  'no-state',
]);

interface Props {
  readonly verification: Verification;
  /** Its id, if it can be watched on this page's server. */
  readonly match: string | null;
}

export function Verdict({ verification, match }: Props) {
  const { judged, checks, record } = verification;
  const noted = record === undefined ? undefined : fingerprintOf(record.matchId);
  const isOther = noted !== undefined && noted.commitment !== record?.commitment;
  const ok = verification.ok && !isOther;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [verification]);
  const outcome = ok ? 'true' : judged ? 'false' : 'unjudged';
  const isEditionMissing = checks.at(-1)?.code === 'unknown-edition';
  return (
    <>
      <section class="card verify-part verify-verdict" data-outcome={outcome} aria-labelledby="verdict">
        <h2 id="verdict" ref={heading} tabIndex={-1}>
          {say(outcome)}
        </h2>
        {record === undefined ? null : <p class="faint">{aboutOf(record)}</p>}
        {judged ? null : <p>{say(isEditionMissing ? 'need-edition' : 'unjudged-why')}</p>}
        <h3>{say('checks')}</h3>
        <ol class="verify-checks">
          {checks.map((check, index) => (
            // They stay in their order.
            <Checked key={index} check={check} judged={judged} record={record} />
          ))}
          {isOther ? (
            <li data-state="failed">
              <span class="unseen">{`${say('failed')}: `}</span>
              {say('noted-other', { date: dateOf(noted.at), noted: noted.commitment.slice(0, NOTED_SHOWN) })}
            </li>
          ) : null}
        </ol>
        {ok && record !== undefined ? <Result record={record} /> : null}
        {match === null ? null : (
          <p>
            <a class="button" href={`/replay/${encodeURIComponent(match)}`}>
              {say('replay')}
            </a>
          </p>
        )}
      </section>
      {ok && record !== undefined ? (
        <>
          <Fingerprint key={record.commitment} record={record} noted={noted?.at} />
          <Proof record={record} />
        </>
      ) : null}
    </>
  );
}

function aboutOf({ game, seats, entries, startedAt }: MatchRecord): string {
  const fields = { game: titleOf(game, language.value), seats, moves: entries.length };
  if (startedAt === null) return say('about', fields);
  return say('about-at', { ...fields, date: dateOf(startedAt) });
}

interface CheckedProps {
  readonly check: Check;
  readonly judged: boolean;
  readonly record: MatchRecord | undefined;
}

function Checked({ check, judged, record }: CheckedProps) {
  const state = check.ok ? (NOTED.has(check.code) ? 'noted' : 'passed') : judged ? 'failed' : 'open';
  return (
    <li data-state={state}>
      <span class="unseen">{`${say(state)}: `}</span>
      {sayCheck(check, record, language.value)}
      {check.place === undefined || !judged ? null : <Where place={check.place} record={record} />}
    </li>
  );
}

function Where({
  place,
  record,
}: {
  readonly place: Check['place'] & object;
  readonly record: MatchRecord | undefined;
}) {
  const { version, field } = place;
  const entry = record?.entries[Number(/^entries\.(\d+)\./.exec(field)?.[1] ?? Number.NaN)];
  return (
    <dl class="verify-where">
      <dt>{say('where')}</dt>
      {version === null || record === undefined || entry === undefined ? null : (
        <dd>
          {say('where-move', { version, moves: record.entries.length, name: nameAt(record, entry.seat) })}
          <code>{JSON.stringify(entry.command)}</code>
        </dd>
      )}
      <dd>{field === '' ? say('where-file') : say('where-field', { field })}</dd>
    </dl>
  );
}

function Result({ record }: { readonly record: MatchRecord }) {
  const { result, game } = record;
  if (result === null) return null;
  return (
    <>
      <h3 id="result">{say('result')}</h3>
      <p class="faint">{reasonOf(game, result.reason, language.value)}</p>
      <table class="verify-result" aria-labelledby="result">
        <thead>
          <tr>
            <th scope="col">{say('place')}</th>
            <th scope="col">{say('player')}</th>
            <th scope="col">{say('total')}</th>
          </tr>
        </thead>
        <tbody>
          {result.ranking.map(({ seat, place, total }) => (
            <tr key={seat}>
              <td>{place}</td>
              <th scope="row">{nameAt(record, seat)}</th>
              <td>{total}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
