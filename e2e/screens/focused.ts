import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../support/people.ts';

/** Waits until the element has the focus. */
export const focused = (target: Locator): Promise<void> =>
  until(async () => {
    await target.waitFor();
    const active = await target.evaluate((it) => [it.outerHTML, document.activeElement?.outerHTML]);
    expect(active[1]).toBe(active[0]);
  });
