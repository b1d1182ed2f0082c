import { type SetURLSearchParams, useSearchParams } from 'react-router-dom';

/**
 * The choices of a page, which its address keeps. A changed choice is shown at once: if it waited for the router's transition, the
 * browser would show the old one for a moment. The browser's history has one entry for all choices of a page.
 */
export function useChoices(): [choices: URLSearchParams, change: SetURLSearchParams] {
  const [choices, change] = useSearchParams();
  return [choices, (next, options) => change(next, { replace: true, flushSync: true, ...options })];
}
