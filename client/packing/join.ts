// Joins the modules of the client into one, without types: what is packed, and what servers hand out.
//
// It knows only what our modules use: named imports from relative paths, and exports where things are declared;
// anything else is refused. Names have to differ across all modules, or the result is no JavaScript.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };

const ENTRY = join(import.meta.dirname, '../index.ts');
const ROOT = join(import.meta.dirname, '../..');
const IMPORT = /^import\s*{([^}]*)}\s*from\s*'([^']+)';$/gm;
const REEXPORT = /^export\s*{([^}]*)}\s*from\s*'([^']+)';$/gm;
const DECLARED = /^export (?=(?:async )?(?:function\*?|class|const) (\w+))/gm;

/** `strip` takes the types out of a module. */
export function joinedClient(strip: (source: string) => string): string {
  const bodies = new Map<string, string>();
  const offered: string[] = [];

  function add(file: string): void {
    if (bodies.has(file)) return;
    // Its place is kept; what it imports comes first all the same, since a map keeps the order of insertion.
    const source = strip(readFileSync(file, 'utf8'));
    const named = (names: string, path: string) => {
      if (!path.startsWith('.') || / as /.test(names))
        throw new Error(`${relative(ROOT, file)} imports ${names.trim()} from ${path}`);
      add(join(dirname(file), path));
      return names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');
    };
    const body = source
      .replace(IMPORT, (_, names: string, path: string) => {
        named(names, path);
        return '';
      })
      .replace(REEXPORT, (_, names: string, path: string) => {
        const list = named(names, path);
        if (file === ENTRY) offered.push(...list);
        return '';
      })
      .replace(DECLARED, (_, name: string) => {
        if (file === ENTRY) offered.push(name);
        return '';
      });
    const left = /^(?:import|export)\b.*/m.exec(body);
    if (left !== null) throw new Error(`${relative(ROOT, file)}: ${left[0]}`);
    bodies.set(file, body);
  }

  add(ENTRY);
  const text = [...bodies.values()]
    .join('\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n');
  return `// quayside-client ${packageJson.version}, the typed client of Quayside. MIT licence.\n\n${text.trim()}\n\nexport { ${offered.sort().join(', ')} };\n`;
}
