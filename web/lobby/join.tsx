// Follows an invitation, or asks for its code.
import { useEffect } from 'preact/hooks';
import { go } from '../lib/router.ts';
import { Shell } from '../shell/shell.tsx';
import { CodeForm } from './code-form.tsx';
import { wayIn } from './invitations.ts';
import { say } from './say.ts';

export function Join({ invitation }: { readonly invitation: string }) {
  useEffect(() => {
    const way = wayIn(invitation);
    // In its place: going back leads to where the link was, and not here again.
    if (way !== undefined) go({ name: 'table', ...way }, 'replace');
  }, [invitation]);
  return (
    <Shell title={say('join-title')}>
      <section class="lobby-narrow card">
        <h1>{say('join-title')}</h1>
        <p>{say('join-lead')}</p>
        <CodeForm />
      </section>
    </Shell>
  );
}
