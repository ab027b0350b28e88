// Name, language, theme, and how the table behaves.
import './settings.css';
import { useSignal } from '@preact/signals';
import { isKnown } from '../lib/player.ts';
import { NameForm } from '../lobby/name-form.tsx';
import { type Framed, NoticeFields } from '../notices/notice-fields.tsx';
import { Shell } from '../shell/shell.tsx';
import { Account } from './account.tsx';
import { Aside } from './aside.tsx';
import { Blocked } from './blocked.tsx';
import { Devices } from './devices.tsx';
import { ForgetMe } from './forget-me.tsx';
import { OtherDevice } from './other-device.tsx';
import { Passkeys } from './passkeys.tsx';
import { PageFields, TableFields } from './preference-fields.tsx';
import { say } from './say.ts';
import { StoredData } from './stored-data.tsx';

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
          <PageFields />
        </section>
        <section class="card settings-part" aria-labelledby="table">
          <h2 id="table">{say('table')}</h2>
          <TableFields />
        </section>
        {isKnown() ? <Blocked /> : null}
        <NoticeFields Around={Part} />
        <Account />
        <Passkeys />
        <OtherDevice />
        <Aside />
        {isKnown() ? <Devices /> : null}
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

function Part({ title, children }: Framed) {
  return (
    <section class="card settings-part" aria-labelledby="told">
      <h2 id="told">{title}</h2>
      {children}
    </section>
  );
}
