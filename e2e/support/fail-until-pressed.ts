import type { Page } from 'playwright-core';

declare global {
  interface Window {
    /** Whether something was pressed since a call failed. */
    hasPressed?: boolean;
  }
}

/**
 * Lets the calls of `url` fail until something is pressed on the page that shows the error. A list also loads anew by
 * itself, after its room is joined or its rows have changed: that must not take Try again away.
 */
export const failUntilPressed = (page: Page, url: string, reply: { status: number; json: object }) =>
  page.route(url, async (route) => {
    const isPressed = page.evaluate(() => {
      if (window.hasPressed === undefined)
        addEventListener('click', () => (window.hasPressed = true), { capture: true });
      window.hasPressed = window.hasPressed === true;
      return window.hasPressed;
    });
    // A page that is being left has no use for the reply.
    await ((await isPressed.catch(() => true)) ? route.fallback() : route.fulfill(reply));
  });
