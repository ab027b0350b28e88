// The page around a report: self-contained HTML.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from './plot.ts';

/** The title is text, the content HTML. */
export function reportPage(title: string, content: string): string {
  const css = readFileSync(join(import.meta.dirname, 'report.css'), 'utf8');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${css}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;
}
