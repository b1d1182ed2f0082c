import { useEffect } from 'react';
import { formatMoment } from '../../lib/format-time.ts';
import { useShell } from '../../lib/shell.ts';
import { offlineTitle, useIsOnline } from '../../lib/use-online.ts';
import { useConnection } from '../../realtime/index.ts';
import { Note } from '../../ui/note.tsx';

/** In the place of the layout's note: how old the list is, and what is not possible until the network is back. */
export function ListAge({ readAtMs, text }: { readAtMs: number; text: string }) {
  const isOffline = useConnection() === 'offline';
  const isOnline = useIsOnline();
  const { onUnreachable } = useShell();
  const isShown = isOffline && readAtMs > 0;
  useEffect(() => {
    onUnreachable(isShown);
    return () => onUnreachable(false);
  }, [isShown, onUnreachable]);
  if (!isShown) return null;
  return (
    <Note look="offline" role="status" title={offlineTitle(isOnline)}>
      This list is from {formatMoment(readAtMs, Date.now())}. {text}
    </Note>
  );
}
