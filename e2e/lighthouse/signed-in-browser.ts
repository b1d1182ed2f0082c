import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findRandomPort } from '../../scripts/ports.ts';
import { browserOptions } from '../support/browser.ts';

export interface ProfiledBrowser {
  /** The DevTools port. */
  port: number;
  close(): Promise<void>;
}

/** Starts Chromium with a new profile and the given local storage for the origin. */
export async function openProfile(origin: string, stored: Record<string, string>): Promise<ProfiledBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'copup-lighthouse-'));
  const port = await findRandomPort();
  const { args, ...options } = browserOptions();
  const context = await chromium.launchPersistentContext(folder, {
    ...options,
    args: [...args, `--remote-debugging-port=${port}`],
  });
  const page = context.pages()[0] ?? (await context.newPage());
  // A page of the origin that runs none of the app's scripts.
  await page.goto(`${origin}/healthz`);
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
  await page.goto('about:blank');
  return {
    port,
    async close() {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
