import type { Message } from '@copup/shared/wire.ts';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';

interface EndDialogProps {
  title: string;
  text: string;
  action: string;
  end: () => Promise<Message>;
  onEnded: (message: string) => void;
  onClose: () => void;
}

export function EndDialog({ title, text, action, end, onEnded, onClose }: EndDialogProps) {
  const ending = useMutation({ mutationFn: end, onSuccess: ({ message }) => onEnded(message) });
  return (
    <Modal title={title} onClose={onClose} isBusy={ending.isPending}>
      {ending.error ? (
        <div className="mb-3.5">
          <Note
            look="error"
            role="alert"
            title={messageOf(ending.error, 'The device could not be signed out')}
          />
        </div>
      ) : null}
      <p className="mb-5 text-ink-2">{text}</p>
      <div className="flex gap-2.5">
        <Button look="line" onClick={onClose} disabled={ending.isPending}>
          Back
        </Button>
        <Button
          look="danger"
          busy={ending.isPending}
          busyText="Processing..."
          onClick={() => ending.mutate()}
          className="flex-1"
        >
          {action}
        </Button>
      </div>
    </Modal>
  );
}
