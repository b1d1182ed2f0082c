import type { Deps } from '../deps.ts';

/** Returns the key with which browsers subscribe; null while push is off, or browsers remove the service worker. */
export const findPushKey = ({ config, settings }: Pick<Deps, 'config' | 'settings'>): string | null =>
  (settings.get('offlineApp') && config.push?.publicKey) || null;
