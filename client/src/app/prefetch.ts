import { isThrifty } from '../lib/thrift.ts';

/** Time after which the first screen is complete, also on a slow phone. */
const restMs = 10_000;

/**
 * Loads the files of the main pages when the browser is idle, one after the other, so that a player can navigate between them
 * without a network. With Save-Data, a page's files are loaded at the first pointer contact with its link. `lateWork` is what the
 * first screen need not wait for.
 */
export function prefetchPages(
  mainPaths: readonly string[],
  load: (path: string) => Promise<void>,
  lateWork?: () => Promise<void>,
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const onIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    // The page itself shows a failed load.
    if (link && link.origin === location.origin) load(link.pathname).catch(() => {});
  };
  for (const type of ['pointerover', 'pointerdown', 'focusin'])
    addEventListener(type, onIntent, { signal, passive: true });
  const timer = setTimeout(() => {
    lateWork?.().catch(() => {});
    if (!isThrifty()) void loadAll(mainPaths, load, signal);
  }, restMs);
  signal.addEventListener('abort', () => clearTimeout(timer));
  return () => stop.abort();
}

async function loadAll(
  mainPaths: readonly string[],
  load: (path: string) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (const path of mainPaths) {
    await idle();
    if (signal.aborted) return;
    await load(path).catch(() => {});
  }
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 200);
  });
}
