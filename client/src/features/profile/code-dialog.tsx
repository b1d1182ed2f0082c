import type { Profile } from '@copup/shared/users.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { OtpInput } from '../../ui/otp-input.tsx';
import { toast } from '../../ui/toast.ts';
import { confirmEmail, saveProfile } from './api.ts';

interface CodeDialogProps {
  profile: Profile;
  /** The pending address. */
  email: string;
  onClose: () => void;
}

/** S6: takes the code that was mailed to the new address. */
export function CodeDialog({ profile, email, onClose }: CodeDialogProps) {
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const confirming = useMutation({
    mutationFn: confirmEmail,
    onSuccess: async ({ message }) => {
      await queries.invalidateQueries({ queryKey: ['profile', profile.id] });
      toast.success(message);
      onClose();
    },
  });
  const sending = useMutation({
    mutationFn: () => saveProfile({ full_name: profile.full_name, username: profile.username, email }),
    onSuccess: () => toast.success('OTP sent to your email'),
    onError: (error) => toast.error(messageOf(error, 'Error sending OTP')),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === 6) confirming.mutate(code);
  };
  return (
    <Modal title="Confirm your e-mail" onClose={onClose} isBusy={confirming.isPending}>
      <form onSubmit={submit} className="grid gap-4">
        <p className="wrap-anywhere text-ink-2">We mailed a code to {email}.</p>
        <OtpInput
          label="OTP"
          value={code}
          onChange={setCode}
          hint="check inbox or spam folder"
          error={confirming.error ? messageOf(confirming.error, 'The code could not be checked') : undefined}
          aside={
            <button
              type="button"
              className="-my-3 min-h-tap font-semibold text-brand disabled:text-ink-3"
              disabled={sending.isPending}
              onClick={() => sending.mutate()}
            >
              Resend OTP
            </button>
          }
        />
        <Button
          look="ink"
          type="submit"
          disabled={code.length < 6}
          busy={confirming.isPending}
          busyText="Processing..."
        >
          Confirm
        </Button>
      </form>
    </Modal>
  );
}
