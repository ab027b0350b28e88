// What a page holds in memory, as the browser itself sees it.
import type { CDPSession, Page } from 'playwright-core';

/** What is below objects with all fields of one of these is left out, wherever it is: they name every component. */
const CATALOGUE = ['components', 'constants'];
const NEWS_BOOK = ['since', 'words', 'events'];

/** Runs in the page, on all of its objects: those whose own values name one of these. */
function naming(
  this: readonly unknown[],
  names: readonly string[],
  known: readonly (readonly string[])[],
): string[] {
  const wanted = new Set(names);
  const skipped = new WeakSet<object>();
  // Without running any getter.
  const valuesOf = (value: object): [string, unknown][] =>
    Object.entries(Object.getOwnPropertyDescriptors(value)).map(([key, { value: inner }]) => [key, inner]);
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  const skip = (value: unknown): void => {
    if (!isObject(value) || skipped.has(value)) return;
    skipped.add(value);
    for (const [, inner] of valuesOf(value)) skip(inner);
  };
  for (const value of this)
    if (isObject(value) && known.some((fields) => fields.every((field) => Object.hasOwn(value, field))))
      skip(value);
  const found: string[] = [];
  for (const value of this) {
    if (!isObject(value) || skipped.has(value)) continue;
    const members = value instanceof Map || value instanceof Set ? [...value.values()] : [];
    const inside = members.map((member): [string, unknown] => ['a member', member]);
    for (const [key, inner] of [...valuesOf(value), ...inside])
      if (typeof inner === 'string' && wanted.has(inner))
        found.push(`${inner}: ${key} of ${Object.keys(value).slice(0, 12).join()}`);
  }
  return found;
}

/** Where the page's memory names one of these, apart from what names every component. */
export async function memoryNaming(page: Page, names: readonly string[]): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  try {
    await collect(session);
    const group = 'everything';
    const { result } = await session.send('Runtime.evaluate', {
      expression: 'Object.prototype',
      objectGroup: group,
    });
    const { objects } = await session.send('Runtime.queryObjects', {
      prototypeObjectId: result.objectId ?? '',
      objectGroup: group,
    });
    const found = await session.send('Runtime.callFunctionOn', {
      objectId: objects.objectId ?? '',
      functionDeclaration: naming.toString(),
      arguments: [{ value: names }, { value: [CATALOGUE, NEWS_BOOK] }],
      returnByValue: true,
    });
    await session.send('Runtime.releaseObjectGroup', { objectGroup: group });
    if (found.exceptionDetails !== undefined) throw new Error(found.exceptionDetails.exception?.description);
    return found.result.value as string[];
  } finally {
    await session.detach();
  }
}

/** Bytes in use by scripts once everything unreachable is gone. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  try {
    await collect(session);
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize;
  } finally {
    await session.detach();
  }
}

async function collect(session: CDPSession): Promise<void> {
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.disable');
}
