import { useEffect } from 'react';
import { logOut, renewSession } from '../features/sign-in/api.ts';
import { onRequestSessionEnded } from '../lib/api.ts';
import { dropOldIntents } from '../lib/intents.ts';
import { queryClient } from '../lib/query-client.ts';
import { followOtherTabs, forgetSession, keepToken, useSession } from '../lib/session.ts';
import { readTokenTimes, renewalDueMs } from '../lib/token-times.ts';
import { connectRealtime, disconnectRealtime, onSessionEnded, serverNow } from '../realtime/index.ts';

const endedText = 'Your session has ended. Log in again.';
/** setTimeout takes no more than 2^31 ms. */
const longestTimerMs = 2_000_000_000;
const retryAfterMs = 60_000;

/** Once for the whole app: the socket follows the session, and the session's end is followed everywhere. */
export function useSessionWiring(): void {
  const userId = useSession((session) => session.user?.id ?? null);
  const token = useSession((session) => session.token);

  useEffect(() => {
    dropOldIntents(Date.now());
    const end = () => forgetSession(endedText);
    onRequestSessionEnded(end);
    const stops = [followOtherTabs(), onSessionEnded(end)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  useEffect(() => {
    if (userId === null) return;
    void connectRealtime(() => useSession.getState().token);
    return () => {
      disconnectRealtime();
      queryClient.clear();
    };
  }, [userId]);

  useEffect(() => (token === null ? undefined : renewWhenDue(token)), [token]);
}

/** Renews the session while its page is used (S3). A page in the background renews when it is looked at again. */
function renewWhenDue(token: string): () => void {
  const times = readTokenTimes(token);
  if (!times) return () => {};
  const dueMs = renewalDueMs(times);
  let isRenewing = false;
  let timer: ReturnType<typeof setTimeout>;
  const lookIn = (waitMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(renewIfDue, Math.min(waitMs, longestTimerMs));
  };
  const renewIfDue = () => {
    if (isRenewing || document.visibilityState !== 'visible' || serverNow() < dueMs) return;
    isRenewing = true;
    renewSession().then(
      (renewed) => {
        if (useSession.getState().token === token) keepToken(renewed.token);
      },
      // A refusal told of the session's end by itself; what was not reached is tried again.
      () => {
        isRenewing = false;
        lookIn(retryAfterMs);
      },
    );
  };
  lookIn(Math.max(0, dueMs - serverNow()) + 1_000);
  document.addEventListener('visibilitychange', renewIfDue);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', renewIfDue);
  };
}

/** Ends the session everywhere, clears what is stored and reloads. */
export async function leave(): Promise<void> {
  try {
    await logOut();
  } catch {
    // Not reached, or over already: here it ends in any case.
  }
  forgetSession();
  location.reload();
}
