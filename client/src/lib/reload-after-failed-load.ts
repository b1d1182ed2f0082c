/** Each page, and the socket library, by its own: one that has loaded says nothing of another. */
const keyOf = (what: string) => `copup:reloaded-for:${what}`;
const waitMs = 5_000;
const againAfterMs = 60_000;

/**
 * Reloads the page after one of its files could not be loaded: a deployment may have removed it, and a browser may remember the
 * failure of an import until the document ends. It reloads only if the server replies and, until the page has loaded, once a minute
 * at most, unless the user asks for it.
 */
export async function reloadAfterFailure(what: string, isAsked = false): Promise<void> {
  if (!isAsked && hasReloaded(what)) return;
  if (!(await serverAnswers())) return;
  sessionStorage.setItem(keyOf(what), String(Date.now()));
  location.reload();
}

/**
 * Records that the page has loaded, so that it may be reloaded after a later failure. `isLoaded` is only called after a reload,
 * because it costs a slow phone 60 ms.
 */
export function forgetReload(what: string, isLoaded: (what: string) => boolean = () => true): void {
  if (sessionStorage.getItem(keyOf(what)) !== null && isLoaded(what)) sessionStorage.removeItem(keyOf(what));
}

const hasReloaded = (what: string): boolean =>
  Date.now() - Number(sessionStorage.getItem(keyOf(what))) < againAfterMs;

/** Returns whether the server replies, by requesting a small file that no deployment removes. */
export async function serverAnswers(): Promise<boolean> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), waitMs);
  try {
    const { ok } = await fetch('/mark.svg', {
      method: 'HEAD',
      cache: 'no-store',
      signal: controller.signal,
    });
    return ok;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
