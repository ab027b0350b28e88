// A text that no source asks for is found; one that is asked for in any of the usual ways is not.
import { expect, test } from '@jest/globals';
import { unusedTexts } from './texts.ts';

const IMPORT = "import en from './lang/en.json' with { type: 'json' };";
const SAY = `${IMPORT}\nexport const say = textsOf({ en, fr });`;
const USE = "import { say } from './texts.ts';";

function unused(keys: readonly string[], sources: Readonly<Record<string, string>>): string[] {
  return unusedTexts({
    texts: new Map([['web/chat/lang/en.json', Object.fromEntries(keys.map((key) => [key, 'text']))]]),
    sources: new Map(Object.entries({ 'web/chat/texts.ts': SAY, ...sources })),
  });
}

test.each([
  ['in the module of the texts', { 'web/chat/texts.ts': `${SAY}\nsay('sent.one');` }],
  ['beside it', { 'web/chat/chat.tsx': `${USE}\nconst line = <p title={say('sent.one')} />;` }],
  [
    'from another folder',
    { 'web/table/bar.ts': "import { say } from '../chat/texts.ts';\nsay('sent.one');" },
  ],
  ['by a condition', { 'web/chat/chat.ts': `${USE}\nsay(isOne ? 'sent.one' : 'send');` }],
  ['by a template', { 'web/chat/chat.ts': `${USE}\nsay(\`sent.\${count}\`);` }],
  [
    'by a template in a template',
    { 'web/chat/chat.ts': `${USE}\nconst line = \`(\${say(\`sent.\${n}\`)})\`;` },
  ],
  [
    'by a list in a module of its own',
    {
      'web/chat/chat.ts': `${USE}\nimport { KEYS } from './keys.ts';\nfor (const key of KEYS) say(key);`,
      'web/chat/keys.ts': "export const KEYS = ['sent.one'];",
    },
  ],
])('a text asked for %s is used', (_where, sources) => {
  expect(unused(['sent.one'], sources)).toEqual([]);
});

test('the names of fields ask for texts as well', () => {
  const sources = { 'web/chat/chat.ts': `${USE}\nfor (const key of Object.keys({ sent: 1 })) say(key);` };
  expect(unused(['sent'], sources)).toEqual([]);
});

test('a text that is planted where nothing asks for it is found', () => {
  const sources = {
    'web/chat/chat.ts': `${USE}\n// say('gone')\nsay('sent');\nconst both = \`\${one} \${other}\`;`,
    'web/table/bar.ts': "say('gone');",
  };
  expect(unused(['sent', 'gone'], sources)).toEqual(['web/chat/lang/en.json: no source asks for gone']);
});
