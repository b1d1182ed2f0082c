import { queryClient } from '../lib/query-client.ts';
import { serverAnswers } from '../lib/reload-after-failed-load.ts';

let isWaiting = 'unreached' in document.documentElement.dataset;

/** Returns whether the service worker opened the app because the server could not be reached, and it has not replied since. */
export const isUnreached = (): boolean => isWaiting;

/** Rejects while the server does not reply. Its first reply makes the pages read their data. */
export async function reachServer(): Promise<void> {
  if (!isWaiting) return;
  if (!(await serverAnswers())) throw new Error('The server does not reply');
  isWaiting = false;
  void queryClient.invalidateQueries();
}
