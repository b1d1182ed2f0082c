import type { ComponentProps } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useCommand } from './use-command.ts';

type Shown = Omit<ComponentProps<typeof ConfirmDialog>, 'isBusy' | 'error' | 'onConfirm'>;

interface CommandDialogProps<Reply> extends Shown {
  send: () => Promise<Reply>;
  /** The notice after it. */
  done: (reply: Reply) => string;
  /** By default it closes. */
  onDone?: () => void;
}

/** States the consequences of a command before it is sent. */
export function CommandDialog<Reply>({ send, done, onDone, ...shown }: CommandDialogProps<Reply>) {
  const { run, ...state } = useCommand<undefined, Reply>(send, { done, onDone: onDone ?? shown.onClose });
  return (
    <ConfirmDialog {...shown} isBusy={state.isBusy} error={state.error} onConfirm={() => run(undefined)} />
  );
}
