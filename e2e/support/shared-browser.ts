import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { launchBrowser } from './browser.ts';

let shared: Promise<Browser> | undefined;

/**
 * Returns the Chromium of this worker, which all of its spec files use one after another. The windows that a file opened
 * are closed at its end; the browser ends with the worker.
 */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  return shared;
}

/** Closes the windows that a spec file left open. */
export function closeWindowsAfterFile(): void {
  afterAll(async () => {
    const browser = await shared;
    await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
  });
}
