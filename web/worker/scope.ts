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

export interface Scope {
  readonly location: { readonly origin: string };
  readonly registration: {
    readonly navigationPreload?: { enable(): Promise<void> };
  };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', act: (event: Extendable) => void): void;
  addEventListener(name: 'fetch', act: (event: Fetching) => void): void;
}
