import { call } from './calls.ts';
import { followStored, keepToken, useSession } from './session.ts';
import { renewalWaitMs } from './token-times.ts';

/** setTimeout accepts at most 2^31 ms. */
const longestTimerMs = 2_000_000_000;
const retryAfterMs = 60_000;
const lockName = 'session-renewal';
/** Delay until other tabs can read what a tab has stored; they may acquire the lock earlier. */
const storageDelayMs = 1_000;

const waitMs = () => renewalWaitMs(useSession.getState().times, Date.now());

/**
 * Renews the session while its page is in use (S3a). A page in the background renews when it becomes visible again.
 * Returns a function that stops it; restarts with each new token.
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
      // A refusal already reports the end of the session; a failed request is repeated.
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
  const renewed = await call('POST /auth/renew');
  if (useSession.getState().token === token) keepToken(renewed);
}

/** Runs in one tab at a time; a tab that waited finds the token renewed. Browsers have locks in secure contexts only. */
async function inOneTab(work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(lockName, work);
  else await work();
}
