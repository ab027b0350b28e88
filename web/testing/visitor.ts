// A visitor with a separate browser context, which records every error.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Language } from '../lib/language.ts';
import type { Pace } from '../lib/preferences.ts';

export interface Habits {
  readonly language?: Language;
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  /** By default that of this machine. */
  readonly zone?: string;
  /** Pace of other players' moves; tests rarely need to see them. */
  readonly pace?: Pace;
  /** What this person types in when the browser asks for a password. */
  readonly credentials?: { readonly username: string; readonly password: string };
  /** What this browser remembers from earlier visits, by the names in `web/lib`. */
  readonly remembered?: Readonly<Record<string, unknown>>;
}

const LOCALES = { fr: 'fr-FR', en: 'en-GB' } as const;

export class Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly #faults: string[] = [];
  /**
   * Browsers say so when they look for a newer service worker while the server is away, and when a page of a private
   * window, as these are, asks for its maker's push service.
   */
  readonly #excused: RegExp[] = [
    /error occurred when fetching the script/,
    /does not support the Push API in incognito/,
  ];

  constructor(context: BrowserContext, page: Page, url: string) {
    this.context = context;
    this.page = page;
    const { host } = new URL(url);
    page.on('pageerror', (error) => this.#note(`exception: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') this.#note(`console: ${message.text()} ${message.location().url}`);
    });
    page.on('request', (request) => {
      const asked = new URL(request.url());
      if (asked.host !== host && asked.protocol.startsWith('http')) this.#note(`foreign: ${request.url()}`);
    });
    page.on('websocket', (socket) => {
      if (new URL(socket.url()).host !== host) this.#note(`foreign: ${socket.url()}`);
    });
    page.on('crash', () => this.#note('the page crashed'));
  }

  /** Errors in the console, violations of the security policy, requests to anyone else. */
  get faults(): readonly string[] {
    return this.#faults.filter((fault) => !this.#excused.some((excuse) => excuse.test(fault)));
  }

  /** An error that the test expects. */
  excuse(fault: RegExp): void {
    this.#excused.push(fault);
  }

  async close(): Promise<void> {
    await this.context.close();
  }

  #note(fault: string): void {
    this.#faults.push(fault.slice(0, 500));
  }
}

/** Opens a page of the client; `path`: such as `/replay/…?version=3`. */
export async function visit(
  browser: Browser,
  url: string,
  path: string,
  habits: Habits = {},
): Promise<Visitor> {
  const { language = 'en', width = 1280, height = 800, theme = 'light', pace = 'instant' } = habits;
  const { remembered, credentials, zone } = habits;
  const context = await browser.newContext({
    locale: LOCALES[language],
    viewport: { width, height },
    colorScheme: theme,
    ...(zone === undefined ? {} : { timezoneId: zone }),
    reducedMotion: 'reduce',
    ...(credentials === undefined ? {} : { httpCredentials: credentials }),
  });
  const memory = Object.entries({ pace, ...remembered }).map(([name, value]): [string, string] => [
    `quayside.${name}`,
    JSON.stringify(value),
  ]);
  await context.addInitScript(prepare, memory);
  const page = await context.newPage();
  const visitor = new Visitor(context, page, url);
  await page.goto(new URL(path, url).href);
  return visitor;
}

/** Runs in every page before anything else. */
function prepare(memory: readonly (readonly [string, string])[]): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`security policy: ${violatedDirective} ${blockedURI}`),
  );
  for (const [name, value] of memory)
    if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
}
