// What the server tells a player who is away, as a notification of the browser.
import { screenAt } from '../lib/screens.ts';
import type { Tab } from './scope.ts';

export interface PushedNotice {
  /** The same one may come twice. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Of the match, or of the first page if there are several. */
  readonly url: string;
}

const FIRST_PAGE = '/';
const ICON = '/web/icon-192.png';
const TREMBLES_MS = [80, 60, 80];

const isText = (value: unknown): value is string => typeof value === 'string';

/** Browsers demand a notification for every message, even for one that cannot be read. */
export function noticeIn(data: { json(): unknown } | null): PushedNotice {
  try {
    const told = data?.json() as Partial<Record<keyof PushedNotice, unknown>>;
    const { id, title, text, url } = told;
    if (isText(id) && isText(title) && isText(text) && isText(url)) return { id, title, text, url };
  } catch {
    // Of another version, or of nobody we know.
  }
  return { id: '', title: 'Quayside', text: '', url: FIRST_PAGE };
}

/** Notices of one match take each other's place, and so do those of several matches. */
export function tagOf(url: string): string {
  return `quayside ${url}`;
}

/** The same notice again makes no sound. */
export function notificationOf(
  { id, title, text, url }: PushedNotice,
  shown: readonly Pick<Notification, 'tag' | 'data'>[],
) {
  const tag = tagOf(url);
  const isKnown = shown.some((one) => one.tag === tag && idIn(one.data) === id);
  const manner = isKnown ? { silent: true } : { renotify: true, vibrate: TREMBLES_MS };
  return { title, options: { body: text, tag, icon: ICON, badge: ICON, data: { id, url }, ...manner } };
}

export function showsIt({ url }: Pick<Tab, 'url'>, notice: Pick<PushedNotice, 'url'>): boolean {
  return new URL(url).pathname === notice.url;
}

/** A screen of ours, whatever the message said. */
export function openedBy(data: unknown, origin: string): string {
  const { url } = (data ?? {}) as { readonly url?: unknown };
  if (!isText(url) || !URL.canParse(url, origin)) return FIRST_PAGE;
  const target = new URL(url, origin);
  return target.origin === origin && screenAt(target).name === 'table' ? target.pathname : FIRST_PAGE;
}

function idIn(data: unknown): unknown {
  return (data as { readonly id?: unknown } | null)?.id;
}
