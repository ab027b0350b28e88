// The pages for people: at `/`, and instead of a problem document.
import type { Language } from '../../shared/kernel/game.ts';
import { escaped } from '../process/escaped.ts';
import type { Say } from '../process/language.ts';

interface StartPage {
  readonly language: Language;
  /** Of the games that are offered here, in that language. */
  readonly titles: readonly string[];
  readonly development: boolean;
}

export function startPage(say: Say, { language, titles, development }: StartPage): string {
  const games = new Intl.ListFormat(language).format(titles);
  const link = (href: string, key: string) => `<li><a href="${href}">${escaped(say(key))}</a></li>`;
  return pageOf(
    language,
    'Quayside',
    `<h1>${escaped(say('page.title'))}</h1>
<p>${escaped(say('page.lead', { games }))}</p>
<ul>
${[
  link('/api/v1/', 'page.api'),
  link('/api/v1/games', 'page.games'),
  link('/ready', 'page.state'),
  ...(development ? [link('/playground/', 'page.playground')] : []),
].join('\n')}
</ul>`,
  );
}

interface ProblemPage {
  readonly language: Language;
  readonly title: string;
  readonly status: number;
  readonly code: string;
}

export function problemPage(say: Say, { language, title, status, code }: ProblemPage): string {
  return pageOf(
    language,
    title,
    `<h1>${escaped(title)}</h1>
<p>${status} <code>${escaped(code)}</code></p>
<p><a href="/">${escaped(say('page.home'))}</a></p>`,
  );
}

/** A whole page around its content; the title is text, the content HTML. */
export function pageOf(language: Language, title: string, content: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
<title>${escaped(title)}</title>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}
