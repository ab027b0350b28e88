// Finds what asks the system for time, timers or chance itself, instead of `rooms/clockwork.ts`.

const GLOBALS = [
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'clearImmediate',
  'performance',
];
const CHANCE = ['randomBytes', 'randomInt', 'randomUUID', 'randomFill', 'randomFillSync', 'webcrypto'];
/** Code that writes these means the system's own, whatever was imported. */
const NEVER =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bAbortSignal\.timeout\b|\bhrtime\b|\bglobalThis\.(?:set|clear|performance|crypto)|\bcrypto\.(?:random|getRandom)\w+|['"](?:node:)?timers(?:\/promises)?['"]/g;
const IMPORT = /import (?:type )?\{([^}]*)\} from '([^']+)';/g;

/** Comments and texts say what they like; the places of everything else stay as they are. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, (comment) => comment.replace(/[^\n]/g, ' '));
}

export function strayTime(path: string, text: string): string[] {
  const code = withoutComments(text);
  const known = new Set<string>();
  const found: { at: number; name: string }[] = [];
  for (const { 1: names = '', 2: from = '', index } of code.matchAll(IMPORT)) {
    for (const name of names.split(',').map((one) => one.trim().split(' ')[0] ?? '')) {
      if (from.endsWith('/clockwork.ts')) known.add(name);
      else if (/^(?:node:)?crypto$/.test(from) && CHANCE.includes(name)) found.push({ at: index, name });
    }
  }
  for (const { 0: name, index } of code.matchAll(NEVER)) found.push({ at: index, name });
  for (const { 1: name = '', index } of code.matchAll(/(?<![.\w#])(\w+)\s*[.(]/g))
    if (GLOBALS.includes(name) && !known.has(name)) found.push({ at: index, name });
  return found
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, name }) => `${path}:${code.slice(0, at).split('\n').length}: ${name} is the system’s own`);
}
