// Leads to one rule, which opens beside whatever is on the screen.
import { textsOf } from '../lib/language.ts';
import { type OpenRules, openRules } from '../lib/open-rules.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };

const say = textsOf({ en, fr });

interface Props {
  readonly game: string;
  readonly rule: string;
  readonly extent?: OpenRules['extent'];
}

export function RuleLink({ game, rule, extent = 'rule' }: Props) {
  return (
    <button
      type="button"
      class="rules-link"
      aria-label={say('rule', { rule })}
      aria-haspopup="dialog"
      onClick={() => (openRules.value = { game, rule, extent })}
    >
      {rule}
    </button>
  );
}
