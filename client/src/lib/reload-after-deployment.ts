const key = 'copup:reloaded-for';
const waitMs = 5_000;

/**
 * A deployment replaces the files that an open page loads next. When the server answers and the page's file still does
 * not load, the page is loaded anew: once, until that page has loaded.
 */
export async function reloadIfReplaced(path: string): Promise<void> {
  if (sessionStorage.getItem(key) === path || !(await serverAnswers())) return;
  sessionStorage.setItem(key, path);
  location.reload();
}

/** The page's file is there: it may be reloaded again if it ever fails. */
export function forgetReload(path: string): void {
  if (sessionStorage.getItem(key) === path) sessionStorage.removeItem(key);
}

/** Asks for a small file that no deployment removes. */
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
