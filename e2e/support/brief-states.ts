import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from './people.ts';

/**
 * Watches for an element that is shown for less than a second. Playwright looks twice a second and may miss it; this looks at each
 * change of the page. Call it before the action; the returned function waits until the element has been there.
 */
export async function watchFor(
  page: Page,
  selector: string,
  text: string | RegExp = '',
): Promise<() => Promise<void>> {
  const pattern =
    typeof text === 'string' ? text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`) : text.source;
  const watch = await page.evaluateHandle(
    ([wanted, words]) => {
      const watch = { isSeen: false };
      const look = () => {
        watch.isSeen ||= [...document.querySelectorAll(wanted)].some((each) =>
          new RegExp(words).test(each.textContent),
        );
      };
      const changes = { subtree: true, childList: true, characterData: true, attributes: true };
      new MutationObserver(look).observe(document, changes);
      return watch;
    },
    [selector, pattern] as const,
  );
  return async () => {
    await until(async () =>
      expect(await watch.evaluate(({ isSeen }) => isSeen), `${selector} ${text}`).toBe(true),
    );
  };
}
