// What is kept in this browser for use without the server, by the version of the client.

/** Other programs on this address keep theirs. */
export const OURS = 'quayside-';
const SHELL = `${OURS}shell-`;
const WORDS = `${OURS}words`;
/** Games, editions, books of sentences, rules: in two languages, with a few editions. */
const MOST_WORDS = 80;
/** The newest, and the one that open pages may still be of. */
const MOST_SHELLS = 2;

interface Client {
  /** Different for different files. */
  readonly build: string;
  readonly files: readonly string[];
}

/** Everything of one version, or nothing: the server may be another one by the time of the last file. */
export async function keepShell({ build, files }: Client): Promise<void> {
  const page = await fetch('/', { headers: { Accept: 'text/html' }, cache: 'reload' });
  if (!page.ok || !(await page.clone().text()).includes(build)) throw new Error('the server has changed');
  const shell = await caches.open(SHELL + build);
  await shell.addAll(files);
  await shell.put('/', page);
  await caches.open(WORDS);
}

export async function dropOldShells({ build }: Pick<Client, 'build'>): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(SHELL) && name !== SHELL + build);
  for (const name of old.slice(0, Math.max(0, old.length - (MOST_SHELLS - 1)))) await caches.delete(name);
}

/** The page, or a file of it, of the given version. */
export async function ofShell(path: string, build: string): Promise<Response | undefined> {
  return await caches.match(path, { cacheName: SHELL + build, ignoreVary: true });
}

/** A file whose name says what it contains, of any version. */
export async function ofAnyShell(path: string): Promise<Response | undefined> {
  return await caches.match(path, { ignoreVary: true });
}

/** Under its address alone: the request names the player. */
export async function keepWords(url: string, answer: Response): Promise<void> {
  // The player or the host has had everything removed; what answers the last open page must not begin again.
  if (!(await caches.has(WORDS))) return;
  const tag = answer.headers.get('ETag');
  if (tag !== null && (await wordsAt(url))?.headers.get('ETag') === tag) return;
  const words = await caches.open(WORDS);
  await words.put(url, answer);
  const all = await words.keys();
  // The oldest come first.
  for (const { url: old } of all.slice(0, Math.max(0, all.length - MOST_WORDS))) await words.delete(old);
}

export async function wordsAt(url: string): Promise<Response | undefined> {
  return await caches.match(url, { cacheName: WORDS, ignoreVary: true });
}
