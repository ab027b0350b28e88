// Every link between documents leads to a file and a heading, and every document that a source names exists.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { readCommandLine } from '../cli/command-line.ts';
import { deadLinks, deadMentions, type LinkSources } from './links.ts';

readCommandLine({
  usage: `usage: npm run check:links
Lists links in documents, and mentions of documents in sources, that lead nowhere.`,
});

const sources: LinkSources = {
  read: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
  exists: (path) => existsSync(path),
};
const exclude = ['**/node_modules/**', 'coverage/**', 'data/**'];
const documents = globSync('**/*.md', { exclude });
const others = globSync('{**/*.{ts,css,py,sh},Dockerfile,docker-compose.yml,.env.example}', { exclude });
const problems = [
  ...documents.flatMap((path) => [...deadLinks(path, sources), ...deadMentions(path, sources)]),
  ...others.filter((path) => !path.endsWith('links.test.ts')).flatMap((path) => deadMentions(path, sources)),
];
for (const problem of problems) console.error(problem);
console.log(`links: ${documents.length} documents, ${problems.length} dead links`);
process.exitCode = problems.length === 0 ? 0 : 1;
