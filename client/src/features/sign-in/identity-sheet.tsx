import type { ConfirmBody, ConfirmMethod } from '@copup/shared/auth.ts';
import { useMutation } from '@tanstack/react-query';
import { Lock, ShieldCheck } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../lib/calls.ts';
import { useConfirmation } from '../../lib/confirm-identity.ts';
import { operator } from '../../lib/home.ts';
import { useSession } from '../../lib/session.ts';
import { Failure, Submit } from '../../parts/form-parts.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { GoogleButton } from './google-button.tsx';
import { usePublicConfig } from './use-public-config.ts';

/** Shows the sheet; for operators in the console's theme. */
export function Part() {
  const role = useSession(({ user }) => user?.role);
  const { config } = usePublicConfig();
  const clientId = config.google_client_id;
  return (
    <ConfirmSheet
      theme={role === operator ? 'dark' : undefined}
      google={(onCredential) =>
        clientId ? <GoogleButton clientId={clientId} onCredential={onCredential} /> : null
      }
    />
  );
}

const confirm = (body: ConfirmBody) => call('POST /auth/confirm', { body });

type RenderGoogle = (onCredential: (credential: string) => void) => ReactNode;

/** S8a: the identity confirmation that the server requires for a request, which then continues automatically. */
function ConfirmSheet({ theme, google }: { theme: 'dark' | undefined; google: RenderGoogle }) {
  const pending = useConfirmation(({ pending: question }) => question);
  if (!pending) return null;
  return (
    <div data-theme={theme} className="text-ink">
      <Question methods={pending.methods} settle={pending.settle} google={google} />
    </div>
  );
}

/** Methods with a field; its name is the name in the request. */
const fields = {
  password: {
    switchTo: 'Use my password',
    label: 'Password',
    type: 'password',
    autoComplete: 'current-password',
    hint: undefined,
    icon: <Lock size={20} aria-hidden />,
  },
  code: {
    switchTo: 'Use a code instead',
    label: 'Code',
    type: 'text',
    autoComplete: 'one-time-code',
    hint: 'From your authenticator app, or a recovery code',
    icon: <ShieldCheck size={20} aria-hidden />,
  },
} as const;
type Typed = keyof typeof fields;
const isTyped = (method: ConfirmMethod): method is Typed => method in fields;

interface QuestionProps {
  methods: readonly ConfirmMethod[];
  settle: (isConfirmed: boolean) => void;
  google: RenderGoogle;
}

function Question({ methods, settle, google }: QuestionProps) {
  const typed = methods.filter(isTyped);
  const [chosen, setChosen] = useState<Typed | undefined>(typed[0]);
  const [isEmpty, setIsEmpty] = useState(false);
  const confirming = useMutation({ mutationFn: confirm, onSuccess: () => settle(true) });
  const form = useRef<HTMLFormElement>(null);
  // The dialog moves the focus to its first button when it opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new field
  useEffect(() => form.current?.querySelector('input')?.focus(), [chosen]);
  const other = typed.find((method) => method !== chosen);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('secret') as HTMLInputElement;
    const secret = chosen === 'code' ? field.value.trim() : field.value;
    setIsEmpty(secret === '');
    if (secret === '') return field.focus();
    confirming.mutate(chosen === 'code' ? { code: secret } : { password: secret });
  };

  return (
    <Modal title="Confirm it is you" onClose={() => settle(false)} isBusy={confirming.isPending}>
      <div className="grid gap-3.5">
        <p className="text-sm text-ink-2">You signed in a while ago. Confirm it’s you to continue.</p>
        <Failure error={confirming.error} text="This did not work." />
        {chosen ? (
          <form
            ref={form}
            onSubmit={submit}
            noValidate
            className="grid gap-3.5"
            aria-label="Confirm it is you"
          >
            <Field
              key={chosen}
              {...fields[chosen]}
              name="secret"
              required
              autoCapitalize="off"
              error={isEmpty ? `Enter your ${fields[chosen].label.toLowerCase()}` : undefined}
              onInput={() => setIsEmpty(false)}
            />
            <Submit busy={confirming.isPending}>Confirm</Submit>
          </form>
        ) : null}
        {other ? (
          <Button look="ghost" size="sm" onClick={() => setChosen(other)}>
            {fields[other].switchTo}
          </Button>
        ) : null}
        {methods.includes('google') ? google((credential) => confirming.mutate({ credential })) : null}
      </div>
    </Modal>
  );
}
