// The devices and programs that may act for the player, each with a button that signs it out.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { DeviceFacts } from '../../client/index.ts';
import { sentenceOf } from '../lib/failure.ts';
import { language } from '../lib/language.ts';
import { overHttp, playerId } from '../lib/player.ts';
import { Programs } from './programs.tsx';
import { say } from './say.ts';

export function Devices() {
  const devices = useSignal<readonly DeviceFacts[] | null>(null);
  const news = useSignal('');
  const { value: player } = playerId;
  const load = async () => {
    try {
      devices.value = await overHttp(2).devices();
    } catch (failure) {
      news.value = sentenceOf(failure);
    }
  };
  useEffect(() => void load(), [player]);
  const signOut = async ({ id, name }: DeviceFacts) => {
    try {
      await overHttp().signOut(id);
      news.value = say('device-gone', { name });
    } catch (failure) {
      news.value = sentenceOf(failure);
    }
    await load();
  };
  return (
    <section class="card settings-part" aria-labelledby="devices">
      <h2 id="devices">{say('devices')}</h2>
      <p>{say('devices-about')}</p>
      <ul class="settings-devices">
        {devices.value?.map((one) => (
          <DeviceLine
            key={one.id}
            device={one}
            signOut={() => void signOut({ ...one, name: titleOf(one) })}
          />
        ))}
      </ul>
      <p role="status" class="settings-news">
        {news.value}
      </p>
      <Programs added={() => void load()} />
    </section>
  );
}

interface LineProps {
  readonly device: DeviceFacts;
  readonly signOut: () => void;
}

function DeviceLine({ device, signOut }: LineProps) {
  const name = titleOf(device);
  return (
    <li>
      <span class="settings-device">
        <strong>{name}</strong>
        <span class="faint">{aboutOf(device)}</span>
      </span>
      {device.isThis ? null : (
        <button type="button" class="button" aria-label={say('sign-out-of', { name })} onClick={signOut}>
          {say('sign-out')}
        </button>
      )}
    </li>
  );
}

function titleOf({ kind, name }: DeviceFacts): string {
  if (kind === 'keys') return say('keys');
  return kind === 'invited' ? say('device-invited') : name;
}

function aboutOf({ kind, isThis, isBot, scope, usedAt, expiresAt }: DeviceFacts): string {
  if (isThis) return say('device-this');
  if (kind === 'keys') return say('keys-about');
  const when = new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' });
  const [at, until] = [usedAt, expiresAt].map((time) => when.format(new Date(time)));
  if (kind !== 'program') return say('device-used', { at: at ?? '' });
  const what = say(isBot === true ? 'program-is-bot' : scope === 'read' ? 'program-read' : 'program-play');
  return say('program-facts', { what, at: at ?? '', until: until ?? '' });
}
