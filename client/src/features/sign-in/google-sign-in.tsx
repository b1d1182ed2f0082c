import type { SignedIn } from '@copup/shared/auth.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError, issueOf, messageOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { toast } from '../../ui/toast.ts';
import { logInWithGoogle } from './api.ts';
import { checkUsername } from './checks.ts';
import { loadGoogleIdentity } from './google-script.ts';

interface GoogleSignInProps {
  clientId: string;
  onSignedIn: (signedIn: SignedIn) => void;
  terms: ReactNode;
}

/** S4: Google's own button; who comes for the first time chooses a username and agrees to the terms. */
export function GoogleSignIn({ clientId, onSignedIn, terms }: GoogleSignInProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isAway, setIsAway] = useState(false);
  const [newCredential, setNewCredential] = useState<string | null>(null);
  const { mutate } = useMutation({
    mutationFn: logInWithGoogle,
    onSuccess: onSignedIn,
    onError: (error, { credential }) => {
      if (error instanceof ApiError && error.code === 'GOOGLE_SIGN_UP_NEEDED') setNewCredential(credential);
      else toast.error(messageOf(error, 'Login failed'));
    },
  });

  useEffect(() => {
    let isLeft = false;
    loadGoogleIdentity().then(
      (google) => {
        if (isLeft || !place.current) return;
        google.initialize({ client_id: clientId, callback: ({ credential }) => mutate({ credential }) });
        google.renderButton(place.current, {
          theme: 'outline',
          size: 'large',
          width: 320,
          text: 'continue_with',
        });
      },
      () => setIsAway(true),
    );
    return () => {
      isLeft = true;
    };
  }, [clientId, mutate]);

  if (isAway) return null;
  return (
    <>
      <div className="flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </div>
      <div ref={place} className="grid min-h-tap justify-items-center" />
      {newCredential ? (
        <FirstGoogleSignIn
          credential={newCredential}
          terms={terms}
          onSignedIn={onSignedIn}
          onClose={() => setNewCredential(null)}
        />
      ) : null}
    </>
  );
}

interface FirstGoogleSignInProps {
  credential: string;
  terms: ReactNode;
  onSignedIn: (signedIn: SignedIn) => void;
  onClose: () => void;
}

function FirstGoogleSignIn({ credential, terms, onSignedIn, onClose }: FirstGoogleSignInProps) {
  const [fault, setFault] = useState<string>();
  const joining = useMutation({ mutationFn: logInWithGoogle, onSuccess: onSignedIn });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const username = String(form.get('username')).trim();
    const found = checkUsername(username);
    setFault(found);
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
        {joining.error ? (
          <Note look="error" role="alert" title={messageOf(joining.error, 'Error registering user')} />
        ) : null}
        <Field
          label="Username"
          name="username"
          autoComplete="username"
          required
          error={fault ?? issueOf(joining.error, 'username')}
        />
        <Field label="Referral code" name="referralCode" aside="optional" autoComplete="off" />
        <label className="flex min-h-tap items-center gap-3 text-sm">
          <input type="checkbox" name="terms" required className="size-6 shrink-0 accent-ink" />
          <span>{terms}</span>
        </label>
        <Button look="ink" type="submit" busy={joining.isPending} busyText="Processing...">
          Register
        </Button>
      </form>
    </Modal>
  );
}
