// The rules of one game in one language, as players read them, and each rule by its id.

export interface Rule {
  /** Such as `BOR-6.3`. */
  readonly id: string;
  /** Markdown. */
  readonly text: string;
}

interface Chapter {
  /** The prefix of its rules' ids, such as `BOR-6`. */
  readonly id: string;
  readonly title: string;
  /** Markdown that applies to all its rules; usually empty. */
  readonly intro: string;
  readonly rules: readonly Rule[];
}

export interface RuleText {
  readonly title: string;
  readonly chapters: readonly Chapter[];
  /** The whole text, including what belongs to no rule: components, setup, options. */
  readonly markdown: string;
}

const TITLE = /^# (.+)$/m;
const CHAPTER = /^### ([A-Z]{3}-\d+) (.+)$/;
const RULE = /^- \*\*([A-Z]{3}-\d+)\.(\d+)\*\* (.+)$/;

/** A rule is one line `- **BOR-6.3** …`, below the heading of its chapter: `### BOR-6 …`. */
export function parseRuleText(markdown: string): RuleText {
  return { title: TITLE.exec(markdown)?.[1] ?? '', chapters: chaptersOf(markdown), markdown };
}

function chaptersOf(markdown: string): Chapter[] {
  // A chapter ends where the next heading of any kind begins.
  return markdown.split(/^(?=#+ )/m).flatMap((part) => {
    const [heading = '', ...lines] = part.split('\n');
    const [, id, title = ''] = CHAPTER.exec(heading) ?? [];
    if (id === undefined) return [];
    const first = lines.findIndex((line) => RULE.test(line));
    const rules = lines.flatMap((line) => {
      const [, within, number, text = ''] = RULE.exec(line) ?? [];
      return within === id ? [{ id: `${id}.${number}`, text }] : [];
    });
    return [{ id, title, intro: lines.slice(0, Math.max(0, first)).join('\n').trim(), rules }];
  });
}
