import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';
import { Note } from './note.tsx';

interface ConfirmDialogProps {
  title: string;
  actionName: string;
  look?: 'ink' | 'danger';
  isBusy: boolean;
  /** Whether all is entered that it needs; true by default. */
  isReady?: boolean;
  error: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
  /** The consequences, with names and amounts. */
  children: ReactNode;
}

export function ConfirmDialog({
  title,
  actionName,
  look = 'ink',
  isBusy,
  isReady = true,
  error,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  return (
    <Modal title={title} onClose={onClose} isBusy={isBusy}>
      {error ? (
        <div className="mb-3.5">
          <Note look="error" role="alert" title={error} />
        </div>
      ) : null}
      <div className="mb-5 text-ink-2">{children}</div>
      <div className="flex gap-2.5">
        <Button look="line" onClick={onClose} disabled={isBusy}>
          Back
        </Button>
        <Button
          look={look}
          disabled={!isReady}
          busy={isBusy}
          busyText="Processing..."
          onClick={onConfirm}
          className="flex-1"
        >
          {actionName}
        </Button>
      </div>
    </Modal>
  );
}
