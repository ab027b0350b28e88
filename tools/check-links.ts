// Every link between documents leads to a file and a heading, every document that a source names exists, and so do the
// files, scripts, settings and constants that documents name.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { readCommandLine } from '../cli/command-line.ts';
import packageJson from '../package.json' with { type: 'json' };
import { deadLinks, deadMentions, type LinkSources } from './links.ts';
import { CONSTANT, deadNames, type KnownNames } from './names.ts';

readCommandLine({
  usage: `usage: npm run check:links
Lists links in documents, mentions of documents in sources, and names in documents that lead nowhere.`,
});

const sources: LinkSources = {
  read: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
  exists: (path) => existsSync(path),
};
const exclude = ['**/node_modules/**', 'coverage/**', 'data/**'];
const documents = globSync('**/*.md', { exclude });
/** Tests of this check, which plant dead names. */
const PLANTED = ['tools/links.test.ts', 'tools/names.test.ts'];
const others = globSync('{**/*.{ts,css,py,sh},Dockerfile,docker-compose.yml,.env.example}', {
  exclude: [...exclude, ...PLANTED],
});
const known: KnownNames = {
  paths: new Set(globSync('**/*.*', { exclude })),
  scripts: new Set(Object.keys(packageJson.scripts)),
  constants: new Set(
    [...others, ...globSync('docs/kubernetes/*.yaml')].flatMap(
      (path) => readFileSync(path, 'utf8').match(CONSTANT) ?? [],
    ),
  ),
};
const problems = [
  ...documents.flatMap((path) => [
    ...deadLinks(path, sources),
    ...deadMentions(path, sources),
    ...deadNames(path, readFileSync(path, 'utf8'), known),
  ]),
  ...others.flatMap((path) => deadMentions(path, sources)),
];
for (const problem of problems) console.error(problem);
console.log(`links: ${documents.length} documents, ${problems.length} dead links`);
process.exitCode = problems.length === 0 ? 0 : 1;
