import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../support/people.ts';

/** Waits until the element has the focus. */
export const focused = (target: Locator): Promise<void> =>
  until(async () => {
    await target.waitFor();
    const [hasFocus, active] = await target.evaluate((it) => [
      it === document.activeElement,
      document.activeElement?.outerHTML,
    ]);
    expect(hasFocus, `the focus is on ${active}`).toBe(true);
  });
