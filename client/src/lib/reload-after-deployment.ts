const RELOADED_AT = 'copup:reloaded-at';
/** A second failure so soon is no deployment: the error view tells then. */
const AGAIN_AFTER_MS = 60_000;

/**
 * A deployment replaces the files that an open page would load next. When one of them is gone, the page is loaded
 * anew, once a minute at most.
 */
export function reloadAfterDeployment(): void {
  addEventListener('vite:preloadError', (event) => {
    const lastMs = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (Date.now() - lastMs < AGAIN_AFTER_MS || !navigator.onLine) return;
    event.preventDefault();
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    location.reload();
  });
}
