// The browser that tests drive.
import { type Browser, chromium } from 'playwright-core';

/** As Debian installs it. */
const PATH = '/usr/bin/chromium';
/** It sends requests only to the servers of the tests. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Required in CI; elsewhere the tests are skipped with a message. */
export async function launchChromium(...more: readonly string[]): Promise<Browser | undefined> {
  try {
    return await chromium.launch({ executablePath: PATH, args: [...FLAGS, ...more] });
  } catch (error) {
    if (process.env['CI'] === 'true') throw error;
    console.warn(`skipped: no Chromium in ${PATH} (apt-get install chromium)`);
    return undefined;
  }
}
