import type { SignInReply } from '@copup/shared/auth.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, issueOf, messageOf } from '../../lib/api-error.ts';
import { Failure, Submit } from '../../parts/form-parts.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { logInWithGoogle } from './api.ts';
import { checkUsername } from './checks.ts';
import { GoogleButton } from './google-button.tsx';
import { useReferralCode } from './use-referral-code.ts';

interface GoogleSignInProps {
  clientId: string;
  onReply: (reply: SignInReply) => void;
  terms: ReactNode;
}

/** S4: Google's button; at the first sign-in the user chooses a username and agrees to the terms. */
export function GoogleSignIn({ clientId, onReply, terms }: GoogleSignInProps) {
  const [newCredential, setNewCredential] = useState<string | null>(null);
  const { mutate } = useMutation({
    mutationFn: logInWithGoogle,
    onSuccess: onReply,
    onError: (error, { credential }) => {
      if (error instanceof ApiError && error.code === 'GOOGLE_SIGN_UP_NEEDED') setNewCredential(credential);
      else toast.error(messageOf(error, 'Login failed'));
    },
  });
  return (
    <>
      <GoogleButton clientId={clientId} onCredential={(credential) => mutate({ credential })} />
      {newCredential ? (
        <FirstGoogleSignIn
          credential={newCredential}
          terms={terms}
          onReply={onReply}
          onClose={() => setNewCredential(null)}
        />
      ) : null}
    </>
  );
}

interface FirstGoogleSignInProps {
  credential: string;
  terms: ReactNode;
  onReply: (reply: SignInReply) => void;
  onClose: () => void;
}

function FirstGoogleSignIn({ credential, terms, onReply, onClose }: FirstGoogleSignInProps) {
  const [error, setError] = useState<string>();
  const joining = useMutation({ mutationFn: logInWithGoogle, onSuccess: onReply });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const username = String(form.get('username')).trim();
    const found = checkUsername(username);
    setError(found);
    if (!found && form.get('terms')) {
      joining.mutate({
        credential,
        username,
        terms: true,
        referralCode: String(form.get('referralCode')).trim() || null,
      });
    }
  };

  return (
    <Modal title="One more step" onClose={onClose} isBusy={joining.isPending}>
      <form onSubmit={submit} className="grid gap-3.5">
        <Failure error={joining.error} text="Error registering user" />
        <Field
          label="Username"
          name="username"
          autoComplete="username"
          required
          error={error ?? issueOf(joining.error, 'username')}
        />
        <Field
          label="Referral code"
          name="referralCode"
          aside="optional"
          autoComplete="off"
          defaultValue={useReferralCode()}
        />
        <label className="flex min-h-tap items-center gap-3 text-sm">
          <input type="checkbox" name="terms" required className="size-6 shrink-0 accent-ink" />
          <span>{terms}</span>
        </label>
        <Submit busy={joining.isPending}>Register</Submit>
      </form>
    </Modal>
  );
}
