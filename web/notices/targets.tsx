// Where the player is told something: tried, removed, added.
import { type Signal, useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Notices, NoticeTarget, TargetType } from '../../client/index.ts';
import { sentenceOf } from '../lib/failure.ts';
import { overHttp } from '../lib/player.ts';
import { momentOf } from '../lobby/words.ts';
import { Flag } from '../settings/fields.tsx';
import { addTarget, removeTarget } from './office.ts';
import { say } from './texts.ts';

/** Those that want one. */
const WITH_TOKEN: readonly TargetType[] = ['ntfy', 'gotify'];

interface TargetsProps {
  readonly known: Notices;
  /** Of a table that may have targets of its own. */
  readonly matchId?: string | undefined;
}

export function Targets({ known: { targets, types }, matchId }: TargetsProps) {
  const news = useSignal('');
  const attempt = async (work: () => Promise<string>) => {
    news.value = '';
    try {
      news.value = await work();
    } catch (failure) {
      news.value = sentenceOf(failure);
    }
  };
  return (
    <fieldset class="setting">
      <legend>{say('where')}</legend>
      {targets.length === 0 ? <p class="faint">{say('where-none')}</p> : null}
      <ul class="notice-targets">
        {targets.map((target) => (
          <Line key={target.id} target={target} attempt={attempt} />
        ))}
      </ul>
      <Adding types={types.filter((type) => type !== 'push')} matchId={matchId} attempt={attempt} />
      <p role="status" class="settings-news">
        {news.value}
      </p>
    </fieldset>
  );
}

interface Attempting {
  readonly attempt: (work: () => Promise<string>) => Promise<void>;
}

const titleOf = ({ type, name }: Pick<NoticeTarget, 'type' | 'name'>) => `${say(`target.${type}`)} · ${name}`;

function Line({ target, attempt }: Attempting & { readonly target: NoticeTarget }) {
  const name = titleOf(target);
  const test = async () => {
    const { delivered, status } = await overHttp().testTarget(target.id);
    if (!target.confirmed) return say('link-sent', { name });
    if (delivered) return say('test-done', { name });
    return status === null ? say('test-lost', { name }) : say('test-failed', { name, status });
  };
  const remove = async () => {
    await removeTarget(target.id);
    return '';
  };
  return (
    <li>
      <span>
        <strong>{name}</strong>
        {target.matchId === null ? null : <span class="setting-about">{say('of-table')}</span>}
        <span class="setting-about">{stateOf(target)}</span>
      </span>
      <span class="notice-ways">
        <button
          type="button"
          class="button"
          aria-label={say(target.confirmed ? 'test-of' : 'link-of', { name })}
          onClick={() => void attempt(test)}
        >
          {say(target.confirmed ? 'test' : 'link')}
        </button>
        <button
          type="button"
          class="button"
          aria-label={say('remove-of', { name })}
          onClick={() => void attempt(remove)}
        >
          {say('remove')}
        </button>
      </span>
    </li>
  );
}

function stateOf({ confirmed, stopped, failingSince, lastToldAt }: NoticeTarget): string {
  if (stopped) return say('state.stopped');
  if (!confirmed) return say('state.unconfirmed');
  if (failingSince !== null) return say('state.failing', { time: momentOf(failingSince) });
  return lastToldAt === null ? say('state.new') : say('state.told', { time: momentOf(lastToldAt) });
}

interface AddingProps extends Attempting, Pick<TargetsProps, 'matchId'> {
  readonly types: readonly TargetType[];
}

function Adding({ types, matchId, attempt }: AddingProps) {
  const id = useId();
  const chosen = useSignal<TargetType | null>(null);
  const place = useSignal('');
  const token = useSignal('');
  const isOfTable = useSignal(false);
  const type = chosen.value ?? types[0];
  if (type === undefined) return null;
  const isMail = type === 'mail';
  const hasToken = WITH_TOKEN.includes(type);
  const canBeOfTable = matchId !== undefined && !isMail;
  const add = async () => {
    const { target, secret } = await addTarget({
      type,
      ...(isMail ? { address: place.value } : { url: place.value }),
      ...(canBeOfTable && isOfTable.value && { matchId }),
      ...(hasToken && token.value !== '' && { token: token.value }),
    });
    place.value = '';
    token.value = '';
    const name = titleOf(target);
    if (secret !== null) return say('add-secret', { name, secret });
    return say(target.confirmed ? 'add-done' : 'add-confirm', { name });
  };
  return (
    <form
      class="notice-adding"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(add);
      }}
    >
      <p class="faint">{say('where-about')}</p>
      <label for={`${id}-type`}>{say('add-type')}</label>
      <select
        id={`${id}-type`}
        class="field"
        value={type}
        onChange={({ currentTarget: { value } }) => {
          chosen.value = types.find((one) => one === value) ?? null;
        }}
      >
        {types.map((one) => (
          <option key={one} value={one}>
            {say(`target.${one}`)}
          </option>
        ))}
      </select>
      <Field id={`${id}-place`} label={say(isMail ? 'add-mail' : 'add-url')} typed={place} isMail={isMail} />
      {hasToken ? <Field id={`${id}-token`} label={say('add-token')} typed={token} isSecret /> : null}
      {canBeOfTable ? (
        <Flag
          title={say('for-table')}
          about={say('for-table-about')}
          isOn={isOfTable.value}
          onChange={(isOn) => {
            isOfTable.value = isOn;
          }}
        />
      ) : null}
      <button type="submit" class="button">
        {say('add')}
      </button>
    </form>
  );
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly typed: Signal<string>;
  readonly isMail?: boolean;
  readonly isSecret?: boolean;
}

function Field({ id, label, typed, isMail = false, isSecret = false }: FieldProps) {
  const common = {
    id,
    class: 'field',
    value: typed.value,
    onInput: (event: InputEvent & { readonly currentTarget: HTMLInputElement }) => {
      typed.value = event.currentTarget.value;
    },
  };
  return (
    <>
      <label for={id}>{label}</label>
      {isSecret ? (
        <input type="password" autocomplete="off" {...common} />
      ) : isMail ? (
        <input type="email" autocomplete="email" required {...common} />
      ) : (
        <input type="url" autocomplete="off" required {...common} />
      )}
    </>
  );
}
