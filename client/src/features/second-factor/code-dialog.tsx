import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';

interface CodeDialogProps<Reply> {
  title: string;
  actionName: string;
  look?: 'ink' | 'danger';
  send: (code: string) => Promise<Reply>;
  onDone: (reply: Reply) => void;
  onClose: () => void;
  /** The consequences. */
  children: ReactNode;
}

/** Requests a code of the second factor before a change of the factor. */
export function CodeDialog<Reply>(props: CodeDialogProps<Reply>) {
  const { title, actionName, look = 'ink', send, onDone, onClose, children } = props;
  const [isEmpty, setIsEmpty] = useState(false);
  const sending = useMutation({ mutationFn: send, onSuccess: onDone });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code')).trim();
    setIsEmpty(code === '');
    if (code !== '') sending.mutate(code);
  };
  return (
    <Modal title={title} onClose={onClose} isBusy={sending.isPending}>
      <form onSubmit={submit} noValidate className="grid gap-3.5">
        {sending.error ? (
          <Note look="error" role="alert" title={messageOf(sending.error, 'This did not work.')} />
        ) : null}
        <p className="text-sm text-ink-2">{children}</p>
        <Field
          label="Code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="off"
          required
          hint="From your authenticator app, or a recovery code"
          error={isEmpty ? 'Enter a code' : undefined}
          onInput={() => setIsEmpty(false)}
        />
        <div className="mt-1 flex gap-2.5">
          <Button look="line" onClick={onClose} disabled={sending.isPending}>
            Back
          </Button>
          <Button
            look={look}
            type="submit"
            busy={sending.isPending}
            busyText="Processing..."
            className="flex-1"
          >
            {actionName}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
