import { useEffect } from 'react';
import { formatMoment } from '../lib/format-time.ts';
import { useShell } from '../lib/shell.ts';
import { offlineTitle, useIsOnline } from '../lib/use-online.ts';
import { useConnection } from '../realtime/index.ts';
import { Note } from '../ui/note.tsx';

interface ListAgeProps {
  /** 0 before the list was read. */
  readAtMs: number;
  /** Before the age. */
  lead?: string;
  /** What is not possible until the network is back. */
  text: string;
}

/** In the place of the layout's note: how old a list is while the server cannot be reached. */
export function ListAge({ readAtMs, lead = '', text }: ListAgeProps) {
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
      {lead}This list is from {formatMoment(readAtMs, Date.now())}. {text}
    </Note>
  );
}
