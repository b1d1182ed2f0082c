import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Time after which a screen has finished loading. */
const settledAfterMs = 15_000;

/**
 * Moves the focus to the heading of each new screen, for keyboards and screen readers. The first screen of a visit keeps the
 * browser's focus, and an element that a screen focuses itself keeps the focus.
 */
export function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (document.activeElement?.matches('main input, main textarea, dialog[open] *')) return;
    return keepFocusOnHeading();
  }, [pathname]);
}

/** Focuses the heading, and the one that replaces it after loading, until the first input of the user. */
function keepFocusOnHeading(): () => void {
  let heading: HTMLElement | null = null;
  const follow = () => {
    if (heading?.isConnected || (heading && document.activeElement !== document.body)) return;
    heading = document.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(follow);
  const stop = new AbortController();
  const { signal } = stop;
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    stop.abort();
  };
  const timer = setTimeout(end, settledAfterMs);
  addEventListener('keydown', end, { signal, capture: true });
  addEventListener('pointerdown', end, { signal, capture: true });
  observer.observe(document.body, { childList: true, subtree: true });
  follow();
  return end;
}
