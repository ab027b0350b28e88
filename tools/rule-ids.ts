// Compares the rules that players read with the specification, by the ids of the rules.
import { parseRuleText } from '../server/records/rule-text.ts';

export interface RuleDocument {
  /** Names the document in messages. */
  readonly file: string;
  readonly text: string;
}

const DEFINED = /\*\*([A-Z]{3}-\d+\.\d+)\*\*/g;

/** The id of every rule that a document defines, as often as it does. */
export function idsOf(text: string): string[] {
  return [...text.matchAll(DEFINED)].map(([, id = '']) => id);
}

/** What is wrong with the rules of one game; `prefix` as in `BOR-6.3`. */
export function ruleProblems(
  specification: RuleDocument,
  texts: readonly RuleDocument[],
  prefix: string,
): string[] {
  return [
    ...ownProblems(specification, prefix),
    ...texts.flatMap((text) => [
      ...ownProblems(text, prefix),
      ...difference(specification, text),
      ...hidden(text),
      ...strayReferences(text, specification, prefix),
    ]),
  ];
}

function ownProblems({ file, text }: RuleDocument, prefix: string): string[] {
  const ids = idsOf(text);
  const times = (id: string) => ids.filter((other) => other === id).length;
  return [...new Set(ids)].flatMap((id) => [
    ...(times(id) === 1 ? [] : [`${file}: ${id} occurs ${times(id)} times`]),
    ...(id.startsWith(`${prefix}-`) ? [] : [`${file}: ${id} does not begin with ${prefix}`]),
  ]);
}

function difference(specification: RuleDocument, text: RuleDocument): string[] {
  const specified = new Set(idsOf(specification.text));
  const told = new Set(idsOf(text.text));
  return [
    ...without(specified, told).map((id) => `${text.file}: ${id} is missing`),
    ...without(told, specified).map((id) => `${text.file}: ${id} is not a rule of ${specification.file}`),
  ];
}

/** Rules that the server would not find. */
function hidden({ file, text }: RuleDocument): string[] {
  const found = new Set(parseRuleText(text).chapters.flatMap(({ rules }) => rules.map(({ id }) => id)));
  return without(new Set(idsOf(text)), found).map(
    (id) => `${file}: ${id} is not a line "- **${id}** …" in its chapter`,
  );
}

function strayReferences(
  { file, text }: RuleDocument,
  specification: RuleDocument,
  prefix: string,
): string[] {
  const named = new Set(text.match(new RegExp(`\\b${prefix}-\\d+\\.\\d+`, 'g')));
  const known = new Set([...idsOf(specification.text), ...idsOf(text)]);
  return without(named, known).map((id) => `${file}: ${id} is referred to but is not a rule`);
}

function without(ids: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...ids].filter((id) => !others.has(id));
}
