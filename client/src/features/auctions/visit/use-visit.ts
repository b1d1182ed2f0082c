import { useEffect } from 'react';
import { useSession } from '../../../lib/session.ts';
import { connectRealtime, disconnectRealtime, onSessionEnded } from '../../../realtime/index.ts';

/** Keeps a visitor's socket open while the page is (A15). `onExpired` must bring another token. */
export function useVisit(token: string, onExpired: () => void): void {
  useEffect(() => {
    void connectRealtime(() => token);
    return () => {
      // A user who has signed in meanwhile has a socket of their own.
      if (useSession.getState().token === null) disconnectRealtime();
    };
  }, [token]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query's function does not change what it does
  useEffect(() => onSessionEnded(onExpired), []);
}
