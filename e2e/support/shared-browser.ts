import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, type RunnerTestCase } from 'vitest';
import { launchBrowser } from './browser.ts';
import { takePicture } from './take-picture.ts';

const output = fileURLToPath(new URL('../output/failed/', import.meta.url));
/** A page that does not answer must not delay the report of its failure. */
const answerWithinMs = 5_000;
const shownCharacters = 6_000;

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
    await Promise.all((await openContexts()).map((context) => context.close()));
  });
}

/** Prints what the open windows show if the test has failed, and saves their pictures in e2e/output/failed. */
export async function showWindowsOfFailure({ id, name, result }: Readonly<RunnerTestCase>): Promise<void> {
  if (result?.state !== 'fail') return;
  const pages = (await openContexts()).flatMap((context) => context.pages());
  for (const [at, page] of pages.entries()) {
    const picture = `${id}.${at}.png`;
    await takePicture(page, join(output, picture)).catch(() => undefined);
    console.log(`${name}, e2e/output/failed/${picture}:\n${await describe(page)}`);
  }
}

async function openContexts(): Promise<BrowserContext[]> {
  return (await shared)?.contexts() ?? [];
}

async function describe(page: Page): Promise<string> {
  const [text, errors, logged] = await Promise.all([
    page.ariaSnapshot({ timeout: answerWithinMs }).catch(String),
    page.pageErrors().catch(() => []),
    page.consoleMessages().catch(() => []),
  ]);
  const messages = [
    ...errors,
    ...logged.filter((message) => message.type() === 'error').map((message) => message.text()),
  ];
  return [page.url(), text.slice(0, shownCharacters), ...messages.slice(-5)].join('\n');
}
