import { useSyncExternalStore } from 'react';

/** Returns whether the device reports a network. The server may still be unreachable. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

export const offlineTitle = (isOnline: boolean) => (isOnline ? 'We can’t reach Copup.' : 'You’re offline.');
