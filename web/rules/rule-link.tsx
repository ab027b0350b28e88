// Leads to one rule, which opens beside whatever is on the screen.
import { textsOf } from '../lib/language.ts';
import { openRule } from '../lib/open-rule.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };

const say = textsOf({ en, fr });

export function RuleLink({ game, rule }: { readonly game: string; readonly rule: string }) {
  return (
    <button
      type="button"
      class="rules-link"
      aria-label={say('rule', { rule })}
      aria-haspopup="dialog"
      onClick={() => (openRule.value = { game, id: rule })}
    >
      {rule}
    </button>
  );
}
