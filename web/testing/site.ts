// A server with the web client, and a browser to visit it, for one file of tests.
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { RoomLimits } from '../../rooms/room-limits.ts';
import type { Environment } from '../../server/process/config.ts';
import { type Running, startServer } from '../../server/testing/start.ts';
import { launchChromium } from './chromium.ts';
import { type Habits, type Visitor, visit } from './visitor.ts';

export interface Site {
  readonly browser: Browser;
  readonly running: Running;
  readonly url: string;
  visit(path: string, habits?: Habits): Promise<Visitor>;
}

/** Bots move at once, and rates are not limited. */
const SETTINGS: Environment = { WEB_CLIENT: 'on', RATE_LIMITS: 'off', BOT_PAUSE_MS: '0' };

interface Ways {
  /** Passkeys need a name instead of an address. */
  readonly host?: string;
  readonly roomLimits?: Partial<RoomLimits>;
}

/**
 * Registers its own hooks. The site is undefined where there is no browser: the test returns at once. After every test
 * no visitor may have met a fault.
 */
export function openSite(
  environment: Environment = {},
  { host = '127.0.0.1', roomLimits = {} }: Ways = {},
): () => Site | undefined {
  let running: Running | undefined;
  let browser: Browser | undefined;
  const visitors: Visitor[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
    if (browser !== undefined)
      running = await startServer({ rooms: true, environment: { ...SETTINGS, ...environment }, roomLimits });
  });
  afterEach(async () => {
    const faults = visitors.flatMap((visitor) => visitor.faults);
    for (const visitor of visitors.splice(0)) await visitor.close();
    expect(faults).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await running?.stop();
  });
  return () => {
    if (browser === undefined || running === undefined) return undefined;
    const url = `http://${host}:${running.port}`;
    const here = { browser, running, url };
    return {
      ...here,
      visit: async (path, habits) => {
        const visitor = await visit(here.browser, url, path, habits);
        visitors.push(visitor);
        return visitor;
      },
    };
  };
}
