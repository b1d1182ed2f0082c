import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { recoverPin } from './api.ts';

/** Requests the code for the signed-in user's own address. */
export function MailCode({ isMailed }: { isMailed: boolean }) {
  const { email } = useSignedInUser();
  const sending = useMutation({ mutationFn: recoverPin });
  if (!email) return null;
  return (
    <>
      {sending.data ? <Note look="ok" role="status" title={sending.data.message} /> : null}
      {sending.error ? (
        <Note look="error" role="alert" title={messageOf(sending.error, 'Error recovering PIN')} />
      ) : null}
      <Button look="line" size="sm" busy={sending.isPending} onClick={() => sending.mutate(email)}>
        {isMailed || sending.data ? 'Send a new code' : `Send a code to ${maskEmail(email)}`}
      </Button>
    </>
  );
}

/** "a•••@gmail.com". */
const maskEmail = (email: string) => email.replace(/^(.)[^@]*/, '$1•••');
