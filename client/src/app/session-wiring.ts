import { paths } from '@copup/shared/page-paths.ts';
import type { MutationCacheNotifyEvent } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onRequestSessionEnded } from '../lib/api.ts';
import { call } from '../lib/calls.ts';
import { dropOldIntents } from '../lib/intents.ts';
import { keepRenewed } from '../lib/keep-renewed.ts';
import { queryClient } from '../lib/query-client.ts';
import { followOtherTabs, forgetSession, leaveSession, useSession } from '../lib/session.ts';
import { sendCallsWith } from '../lib/socket-calls.ts';
import { listStored, removeStored } from '../lib/stored.ts';
import { connectRealtime, disconnectRealtime, onSessionEnded, sendCall } from '../realtime/index.ts';

const endedText = 'Your session has ended. Log in again.';

/** Connects and disconnects the socket with the session, and handles the end of the session. Used once, by the app. */
export function useSessionWiring(): void {
  const userId = useSession((session) => session.user?.id ?? null);
  const token = useSession((session) => session.token);

  useEffect(() => {
    dropOldIntents(Date.now());
    // The end of a visitor's token ends no session (A15).
    const end = () => useSession.getState().token !== null && forgetSession(endedText);
    onRequestSessionEnded(end);
    sendCallsWith(sendCall);
    const stops = [
      followOtherTabs(),
      onSessionEnded(end),
      queryClient.getMutationCache().subscribe(followCommand),
    ];
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

  useEffect(() => (token === null ? undefined : keepRenewed()), [token]);
}

/** W23: loads what follows a command only then. */
function followCommand({ type, mutation, ...event }: MutationCacheNotifyEvent): void {
  const moment = mutation?.meta?.moment;
  if (!moment || type !== 'updated' || !('action' in event) || event.action.type !== 'success') return;
  // Without a network there is nothing to report or to offer.
  import('../push/after-command.ts').then(
    ({ followMoment }) => followMoment(moment, mutation.state.variables),
    () => {},
  );
}

/** Ends the session on the server, clears the stored session and loads the sign-in page, without a page to return to. */
export async function leave(): Promise<void> {
  try {
    await call('POST /auth/logout', { timeoutMs: 2_000 });
  } catch {
    // The server is unreachable or the session has already ended: the local session ends in any case.
  }
  leaveSession();
  // Another person may use the device: where parcels go stays with the account's owner.
  for (const key of listStored('delivery.')) removeStored(key);
  location.replace(paths.login);
}
