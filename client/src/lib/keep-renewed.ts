import { followStored, keepToken, useSession } from './session.ts';
import { renewSession } from './session-calls.ts';
import { renewalWaitMs } from './token-times.ts';

/** setTimeout takes no more than 2^31 ms. */
const longestTimerMs = 2_000_000_000;
const retryAfterMs = 60_000;
const lockName = 'session-renewal';
/** What one tab stores reaches the processes of other tabs a moment later, and not by the time the lock does. */
const storageDelayMs = 1_000;

const waitMs = () => renewalWaitMs(useSession.getState().times, Date.now());

/**
 * Renews the session while its page is in use (S3a). A page in the background renews when it becomes visible again.
 * Returns how to stop; starts anew with each token.
 */
export function keepRenewed(): () => void {
  let isRenewing = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout>;
  const lookIn = (ms: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(renewIfDue, Math.min(ms, longestTimerMs));
  };
  const renewIfDue = () => {
    if (isRenewing || document.visibilityState !== 'visible') return;
    if (waitMs() > 0) return lookIn(waitMs());
    isRenewing = true;
    void inOneTab(renew)
      // A refusal reports the session's end by itself; a request that failed is sent again.
      .catch(() => undefined)
      .finally(() => {
        isRenewing = false;
        lookIn(retryAfterMs);
      });
  };
  lookIn(waitMs() + 1_000);
  document.addEventListener('visibilitychange', renewIfDue);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', renewIfDue);
  };
}

async function renew(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, storageDelayMs));
  followStored();
  const { token } = useSession.getState();
  if (token === null || waitMs() > 0) return;
  const renewed = await renewSession();
  if (useSession.getState().token === token) keepToken(renewed);
}

/** Tabs take turns, and one that waited finds the token renewed. Browsers have locks in secure contexts only. */
async function inOneTab(work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(lockName, work);
  else await work();
}
