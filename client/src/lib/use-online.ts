import { useSyncExternalStore } from 'react';

/** Whether the device says that it has a network. With one, the server may still be out of reach. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

export const offlineTitle = (isOnline: boolean) => (isOnline ? "We can't reach Copup." : "You're offline.");
