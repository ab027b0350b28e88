// Finds what documents name although it is gone: source files, npm scripts, settings and constants.

export interface KnownNames {
  /** The paths of all files, from the project's folder. */
  readonly paths: ReadonlySet<string>;
  readonly scripts: ReadonlySet<string>;
  /** Settings and constants: everything of this form in sources and configuration. */
  readonly constants: ReadonlySet<string>;
}

const FOLDERS = 'shared|rooms|server|client|web|loadtest|simulation|conformance|cli|tools';
const PATH = new RegExp(`(?<![\\w/.-])(?:${FOLDERS})/[\\w./-]*\\w\\.(?:tsx?|mjs|json|md|css|grit)\\b`, 'g');
/** A file without its folder, which the text around it names. */
const FILE = /`([\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|grit))`/g;
const SCRIPT = /\bnpm run (?:-s |--silent )?([a-z][\w-]*(?::[\w-]+)*)/g;
/** With an underscore: other words in capitals may be anything. */
export const CONSTANT = /\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g;

/** The names in a document that nothing has. */
export function deadNames(document: string, text: string, known: KnownNames): string[] {
  const files = new Set([...known.paths].map((path) => path.replace(/^.*\//, '')));
  const folder = document.replace(/[^/]*$/, '');
  const namesIn = (pattern: RegExp) => [...text.matchAll(pattern)].map(([all, name]) => name ?? all);
  const gone = [
    ...namesIn(PATH).filter((path) => !known.paths.has(path) && !known.paths.has(folder + path)),
    ...namesIn(FILE).filter((file) => !files.has(file)),
    ...namesIn(SCRIPT).filter((script) => !known.scripts.has(script)),
    ...namesIn(CONSTANT).filter((constant) => !known.constants.has(constant)),
  ];
  return [...new Set(gone)].map((name) => `${document}: there is no ${name}`);
}
