// The code or link of an invitation, typed or pasted.
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Refusal } from '../../client/index.ts';
import { CodeField } from '../lib/code-field.tsx';
import { overHttp } from '../lib/player.ts';
import { go } from '../lib/router.ts';
import { shortCode, wayIn } from './invitations.ts';
import { say } from './say.ts';

const EXAMPLE = 'BKQ RTZ';

export function CodeForm() {
  const id = useId();
  const typed = useSignal('');
  const fault = useSignal('');
  const follow = async (code: string) => {
    try {
      const { matchId, invitation } = await overHttp().followCode(code);
      go({ name: 'table', id: matchId, invitation: invitation ?? '' });
    } catch (error) {
      fault.value = error instanceof Refusal ? `${error.sentence}.` : say('away');
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const code = shortCode(typed.value);
    if (code !== undefined) return void follow(code);
    const way = wayIn(typed.value);
    fault.value = way === undefined ? say('invited-wrong', { example: EXAMPLE }) : '';
    if (way !== undefined) go({ name: 'table', ...way });
  };
  return (
    <form class="code-form" onSubmit={submit}>
      <label for={id}>{say('invited-label')}</label>
      <div class="code-form-row">
        <CodeField id={id} typed={typed} fault={fault} />
        <button type="submit" class="button">
          {say('invited-go')}
        </button>
      </div>
      <p id={`${id}-fault`} class="lobby-fault" role="status">
        {fault.value}
      </p>
    </form>
  );
}
