import type { ReactNode } from 'react';
import { messageOf } from '../lib/api-error.ts';
import { offlineTitle, useIsOnline } from '../lib/use-online.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';

/** Why the last request of a form failed; `text` for errors without a message. */
export function Failure({ error, text }: { error: unknown; text: string }) {
  return error ? <Note look="error" role="alert" title={messageOf(error, text)} /> : null;
}

/** The button that sends a form. */
export function Submit({ look = 'ink', ...props }: Partial<ButtonProps>) {
  return (
    <Button look={look} type="submit" busyText="Processing..." {...props}>
      {props.children}
    </Button>
  );
}

interface OfflineNoteProps {
  /** By default while the device has no network. */
  isShown?: boolean;
  children?: ReactNode;
}

/** Says that there is no network or server, and what is possible once it is back. */
export function OfflineNote({ isShown, children }: OfflineNoteProps) {
  const isOnline = useIsOnline();
  if (!(isShown ?? !isOnline)) return null;
  return (
    <Note look="offline" title={offlineTitle(isOnline)}>
      {children}
    </Note>
  );
}
