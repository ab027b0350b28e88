// The page of a visitor who follows a link to a table and is not known yet.
import { Shell } from '../shell/shell.tsx';
import { NameForm } from './name-form.tsx';
import { say } from './say.ts';

/** `isInvited`: the link holds an invitation. The page that was wanted comes by itself once a name is known. */
export function Introduce({ isInvited }: { readonly isInvited: boolean }) {
  const title = say(isInvited ? 'who-invited' : 'who-table');
  return (
    <Shell title={title}>
      <section class="lobby-narrow card">
        <h1>{title}</h1>
        <NameForm label={say('continue')} onKnown={() => undefined} />
      </section>
    </Shell>
  );
}
