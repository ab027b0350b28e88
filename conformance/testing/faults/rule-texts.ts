// Servers with wrong texts of the rules.
import type { Json } from '../../guest.ts';
import { ruleTexts } from '../../scenes/rule-texts.ts';
import { allowing, bodies, type Fault, isCommand } from './fault.ts';

export const ruleTextFaults: readonly Fault[] = [
  {
    what: 'has the last chapter of its rules in one language only',
    scene: ruleTexts,
    breaks: 'P-7.3',
    meddling: () =>
      bodies(
        (body) => ({ ...body, chapters: (body['chapters'] as Json[]).slice(0, -1) }),
        ({ path }) => path.endsWith('/rules/fr'),
      ),
  },
  {
    what: 'shows another rule than the requested one',
    scene: ruleTexts,
    breaks: 'P-7.3',
    meddling: () =>
      bodies(
        (body) => ({ ...body, text: 'Anything goes.' }),
        ({ path }) => /\/rules\/en\/.*\.1$/.test(path),
      ),
  },
  {
    what: 'names a rule that is not served',
    scene: ruleTexts,
    breaks: 'P-7.3',
    meddling: () => bodies((body) => ({ ...body, rule: 'X-1.1' }), isCommand),
  },
  {
    what: 'shows the rules in another language instead',
    scene: ruleTexts,
    breaks: 'P-2.1',
    meddling: () => allowing('unknown-language'),
  },
];
