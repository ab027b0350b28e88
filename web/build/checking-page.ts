// The page that checks records, in two forms of the same program: as it is served, and as one file that works without a
// server, whose own policy forbids it every request.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { COMMON, PUBLIC } from './bundling.ts';
import { WEB } from './place.ts';

/** What would end or change a script inside a page. */
const UNEMBEDDABLE = /<\/script|<!--/i;

export function checkingPage(): Map<string, Buffer> {
  const { outputFiles } = buildSync({
    ...COMMON,
    entryPoints: { verify: 'web/verify/main.tsx' },
    entryNames: '[name]-[hash]',
    // Without modules: browsers load none from a file.
    format: 'iife',
    platform: 'browser',
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
  const files = new Map(
    outputFiles.map(({ path, contents }) => [`${PUBLIC}${basename(path)}`, Buffer.from(contents)]),
  );
  const only = (extension: string) => {
    const [path = ''] = [...files.keys()].filter((name) => extname(name) === extension);
    return { path, text: String(files.get(path)) };
  };
  const script = only('.js');
  const style = only('.css');
  const page = readFileSync(join(WEB, 'verify/page.html'), 'utf8');
  const fonts = [...files.keys()].filter((name) => extname(name) === '.woff2');
  const served = filled(page, {
    head: `${fonts.map(preloaded).join('\n')}
<link rel="icon" href="${PUBLIC}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${style.path}">
<script defer src="${script.path}"></script>`,
    end: '',
  });
  const saved = savedPage(page, script.text, withFonts(style.text, files));
  return files.set('/verify', Buffer.from(served)).set(`${PUBLIC}quayside-verify.html`, Buffer.from(saved));
}

function preloaded(font: string): string {
  return `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`;
}

function savedPage(page: string, script: string, style: string): string {
  if (UNEMBEDDABLE.test(script)) throw new Error('the script of the page that checks cannot be embedded');
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; img-src data:; font-src data:; base-uri 'none'; form-action 'none'`;
  return filled(page, {
    head: `<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="icon" href="data:,">
<style>${style}</style>`,
    end: `<script>${script}</script>`,
  });
}

/** The fonts, which are files otherwise, in the style itself. */
function withFonts(style: string, files: ReadonlyMap<string, Buffer>): string {
  return style.replace(/url\("?([^")]+\.woff2)"?\)/g, (_, path: string) => {
    const font = files.get(path);
    if (font === undefined) throw new Error(`${path} was not built`);
    return `url(data:font/woff2;base64,${font.toString('base64')})`;
  });
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function filled(page: string, parts: { readonly head: string; readonly end: string }): string {
  return page.replace('{{head}}', () => parts.head).replace('{{end}}', () => parts.end);
}
