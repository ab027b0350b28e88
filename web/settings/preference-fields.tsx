// The preferences of the page and of the table: on the settings screen, and in the drawer of a table.
import type { Signal } from '@preact/signals';
import { LANGUAGES, language } from '../lib/language.ts';
import { canWork, served } from '../lib/offline.ts';
import {
  calls,
  confirms,
  guides,
  keepsOffline,
  labels,
  pace,
  prefersText,
  sound,
  theme,
} from '../lib/preferences.ts';
import { askLeave, callLeave, decline } from '../notices/leave.ts';
import { isReached } from '../notices/office.ts';
import { Choice, Flag } from './fields.tsx';
import { say } from './say.ts';

const THEMES = ['system', 'light', 'dark'] as const;
const PACES = ['instant', 'fast', 'normal', 'slow'] as const;
const LANGUAGE_NAMES = { fr: 'Français', en: 'English' } as const;

export function PageFields() {
  return (
    <>
      <Choice
        title={say('language')}
        values={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        chosen={language.value}
        onChoose={(value) => {
          language.value = value;
        }}
      />
      <Choice
        title={say('theme')}
        values={THEMES.map((value) => ({ value, label: say(`theme.${value}`) }))}
        chosen={theme.value}
        onChoose={(value) => {
          theme.value = value;
        }}
      />
      <Offline />
    </>
  );
}

/** Where there can be none, why. */
function Offline() {
  const isOffered = served.value.value?.worker !== false;
  const about = !isOffered ? say('offline-host') : canWork ? say('offline-about') : say('offline-insecure');
  return (
    <Flag
      title={say('offline')}
      about={about}
      isOn={canWork && isOffered && keepsOffline.value}
      isOff={!canWork || !isOffered}
      onChange={(isOn) => {
        keepsOffline.value = isOn;
      }}
    />
  );
}

export function TableFields() {
  return (
    <>
      <Choice
        title={say('pace')}
        about={say('pace-about')}
        values={PACES.map((value) => ({ value, label: say(`pace.${value}`) }))}
        chosen={pace.value}
        onChoose={(value) => {
          pace.value = value;
        }}
      />
      <Preference title={say('confirms')} about={say('confirms-about')} kept={confirms} />
      <Preference title={say('guides')} about={say('guides-about')} kept={guides} />
      <Preference title={say('labels')} about={say('labels-about')} kept={labels} />
      <Preference title={say('sound')} about={say('sound-about')} kept={sound} />
      <Calls />
      <Preference title={say('text')} about={say('text-about')} kept={prefersText} />
    </>
  );
}

function Calls() {
  const { value: leave } = callLeave;
  const { value: isFar } = isReached;
  const usual = say(isFar === null ? 'calls-about' : isFar ? 'calls-far' : 'calls-near');
  const about = {
    none: say('calls-none'),
    denied: say('calls-blocked'),
    default: usual,
    granted: usual,
  }[leave];
  return (
    <Flag
      title={say('calls')}
      about={about}
      isOn={calls.value === 'on' && leave === 'granted'}
      isOff={leave === 'none' || leave === 'denied'}
      onChange={(isOn) => void (isOn ? askLeave() : decline())}
    />
  );
}

interface PreferenceProps {
  readonly title: string;
  readonly about: string;
  readonly kept: Signal<boolean>;
}

function Preference({ title, about, kept }: PreferenceProps) {
  return (
    <Flag
      title={title}
      about={about}
      isOn={kept.value}
      onChange={(isOn) => {
        kept.value = isOn;
      }}
    />
  );
}
