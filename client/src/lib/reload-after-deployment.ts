const key = 'copup:reloaded-for';
const waitMs = 5_000;

/**
 * Reloads the page if a deployment has removed a file that it loads. It reloads only if the server replies, and only once until
 * the page has loaded.
 */
export async function reloadIfReplaced(path: string): Promise<void> {
  if (sessionStorage.getItem(key) === path || !(await serverAnswers())) return;
  sessionStorage.setItem(key, path);
  location.reload();
}

/** Records that the page has loaded, so that it may be reloaded after a later failure. */
export function forgetReload(path: string): void {
  if (sessionStorage.getItem(key) === path) sessionStorage.removeItem(key);
}

/** Requests a small file that no deployment removes. */
async function serverAnswers(): Promise<boolean> {
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
