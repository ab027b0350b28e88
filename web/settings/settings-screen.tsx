// Name, language, theme, and how the table behaves.
import './settings.css';
import { type Signal, useSignal } from '@preact/signals';
import { LANGUAGES, language } from '../lib/language.ts';
import { isKnown } from '../lib/player.ts';
import { confirms, guides, pace, prefersText, sound, theme } from '../lib/preferences.ts';
import { NameForm } from '../lobby/name-form.tsx';
import { Shell } from '../shell/shell.tsx';
import { Choice, Flag } from './fields.tsx';
import { ForgetMe } from './forget-me.tsx';
import { OtherDevice } from './other-device.tsx';
import { say } from './say.ts';
import { StoredData } from './stored-data.tsx';

const THEMES = ['system', 'light', 'dark'] as const;
const PACES = ['instant', 'fast', 'normal', 'slow'] as const;
const LANGUAGE_NAMES = { fr: 'Français', en: 'English' } as const;

export function SettingsScreen() {
  return (
    <Shell title={say('title')}>
      <div class="settings">
        <header>
          <h1>{say('title')}</h1>
          <p class="faint">{say('remembered')}</p>
        </header>
        <Player />
        <section class="card settings-part" aria-labelledby="page">
          <h2 id="page">{say('page')}</h2>
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
        </section>
        <section class="card settings-part" aria-labelledby="table">
          <h2 id="table">{say('table')}</h2>
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
          <Preference title={say('sound')} about={say('sound-about')} kept={sound} />
          <Preference title={say('text')} about={say('text-about')} kept={prefersText} />
        </section>
        <OtherDevice />
        <StoredData />
        {isKnown() ? <ForgetMe /> : null}
      </div>
    </Shell>
  );
}

function Player() {
  const isSaved = useSignal(false);
  return (
    <section class="card settings-part" aria-labelledby="player">
      <h2 id="player">{say('player')}</h2>
      {isKnown() ? null : <p>{say('player-none')}</p>}
      <NameForm
        label={say(isKnown() ? 'save' : 'introduce')}
        onKnown={() => {
          isSaved.value = true;
        }}
      />
      <p role="status" class="settings-news">
        {isSaved.value ? say('saved') : ''}
      </p>
    </section>
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
