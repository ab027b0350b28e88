// What a service worker has of its browser, as far as ours uses it: a page's types have none of it.

interface Extendable {
  waitUntil(work: Promise<unknown>): void;
}

export interface Fetching extends Extendable {
  readonly request: Request;
  /** The browser's own request for a page, made while the worker started. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

export interface Pushing extends Extendable {
  readonly data: { json(): unknown } | null;
}

export interface Clicking extends Extendable {
  readonly notification: Notification;
}

/** The service lets a subscription go, or gives another one for it. */
export interface Resubscribing extends Extendable {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

/** An open page. */
export interface Tab {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

/** More than the types of pages have: browsers ignore what they do not know. */
interface Options extends NotificationOptions {
  readonly renotify?: boolean;
  readonly vibrate?: readonly number[];
}

export interface Scope {
  readonly location: { readonly origin: string };
  readonly navigator: Pick<Navigator, 'setAppBadge'>;
  readonly registration: {
    readonly navigationPreload?: { enable(): Promise<void> };
    readonly pushManager: Pick<PushManager, 'subscribe'>;
    showNotification(title: string, options: Options): Promise<void>;
    getNotifications(): Promise<Notification[]>;
  };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(of: { type: 'window'; includeUncontrolled: true }): Promise<readonly Tab[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', act: (event: Extendable) => void): void;
  addEventListener(name: 'fetch', act: (event: Fetching) => void): void;
  addEventListener(name: 'push', act: (event: Pushing) => void): void;
  addEventListener(name: 'notificationclick', act: (event: Clicking) => void): void;
  addEventListener(name: 'pushsubscriptionchange', act: (event: Resubscribing) => void): void;
}
