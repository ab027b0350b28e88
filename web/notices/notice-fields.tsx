// What the player is told while away, and where: on the settings screen, and in the drawer of a table.
import './notices.css';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { NoticeKind, NoticeSettings } from '../../client/index.ts';
import { sentenceOf } from '../lib/failure.ts';
import { playerId } from '../lib/player.ts';
import { Flag } from '../settings/fields.tsx';
import { Calendar } from './calendar.tsx';
import { Channels } from './channels.tsx';
import { changeNotices, notices, readNotices } from './office.ts';
import { Targets } from './targets.tsx';
import { say } from './texts.ts';

const KINDS: readonly NoticeKind[] = [
  'your-turn',
  'time-nearly-up',
  'start-near',
  'start-changed',
  'started',
  'over',
  'rematch',
  'seat',
];
/** The server keeps no more. */
const MOST_MUTED = 100;
const NIGHT = { from: '22:00', to: '07:00' };

interface NoticeFieldsProps {
  readonly Around: (props: Framed) => ComponentChildren;
  /** At the table of this match. */
  readonly matchId?: string;
  /** Its host decides who else is told. */
  readonly isHost?: boolean;
}

/** Nothing where the server tells nobody anything. `Around` frames it. */
export function NoticeFields({ Around, matchId, isHost = false }: NoticeFieldsProps) {
  const fault = useSignal('');
  const { value: player } = playerId;
  // Whoever has just said a name, or plays as somebody else now.
  useEffect(() => void readNotices(), [player]);
  const { value: known } = notices;
  if (known === null) return null;
  const { settings, enabled } = known;
  const change = async (part: Partial<NoticeSettings>) => {
    fault.value = '';
    try {
      await changeNotices(part);
    } catch (failure) {
      fault.value = sentenceOf(failure);
    }
  };
  return (
    <Around title={say('told')}>
      <p class="faint">{say(enabled ? 'told-about' : 'told-off')}</p>
      {matchId === undefined ? null : (
        <>
          <Channels matchId={matchId} />
          <Flag
            title={say('mute')}
            isOn={settings.muted.includes(matchId)}
            onChange={(isOn) => void change({ muted: mutedWith(settings.muted, matchId, isOn) })}
          />
        </>
      )}
      <fieldset class="setting">
        <legend>{say('when')}</legend>
        <div class="setting-list">
          {KINDS.map((kind) => (
            <label key={kind}>
              <input
                type="checkbox"
                checked={!settings.off.includes(kind)}
                onChange={({ currentTarget }) => {
                  const others = settings.off.filter((one) => one !== kind);
                  void change({ off: currentTarget.checked ? others : [...others, kind] });
                }}
              />
              <span>{say(`kind.${kind}`)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Quiet quiet={settings.quiet} onChange={(quiet) => void change({ quiet })} />
      <p class="setting-fault" role="alert">
        {fault.value}
      </p>
      <Targets known={known} matchId={isHost ? matchId : undefined} />
      <Calendar key={player} />
    </Around>
  );
}

/** The oldest one gives way: it is most likely over. */
function mutedWith(muted: readonly string[], matchId: string, isOn: boolean): string[] {
  const others = muted.filter((one) => one !== matchId);
  return isOn ? [...others, matchId].slice(-MOST_MUTED) : others;
}

export interface Framed {
  readonly title: string;
  readonly children: ComponentChildren;
}

interface QuietProps {
  readonly quiet: NoticeSettings['quiet'];
  readonly onChange: (quiet: NoticeSettings['quiet']) => void;
}

function Quiet({ quiet, onChange }: QuietProps) {
  const id = useId();
  const field = (side: 'from' | 'to') => (
    <span>
      <label for={`${id}-${side}`}>{say(`quiet-${side}`)}</label>
      <input
        id={`${id}-${side}`}
        class="field"
        type="time"
        required
        value={quiet?.[side]}
        onChange={({ currentTarget: { value } }) => {
          if (quiet !== null && value !== '') onChange({ ...quiet, [side]: value });
        }}
      />
    </span>
  );
  return (
    <>
      <Flag
        title={say('quiet')}
        about={say('quiet-about')}
        isOn={quiet !== null}
        onChange={(isOn) => onChange(isOn ? NIGHT : null)}
      />
      {quiet === null ? null : (
        <div class="notice-hours">
          {field('from')}
          {field('to')}
        </div>
      )}
    </>
  );
}
