import type { NewFactor } from '@copup/shared/second-factor.ts';
import { useMutation } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/calls.ts';
import { Failure, Submit } from '../../parts/form-parts.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { OtpInput } from '../../ui/otp-input.tsx';

interface EnrolmentProps {
  mustEnrol: boolean;
  onEnrolled: (recoveryCodes: string[]) => void;
}

/** S8a: a QR code or a key for the authenticator app, then a first code from it. */
export function Enrolment({ mustEnrol, onEnrolled }: EnrolmentProps) {
  const begin = useMutation({ mutationFn: () => call('POST /admin/second-factor/enrol') });
  return (
    <Card className="grid max-w-2xl gap-4 p-5">
      {mustEnrol ? (
        <Note look="info" title="A second factor is required">
          The rest of the console opens once you have enrolled one.
        </Note>
      ) : null}
      <Failure error={begin.error} text="This did not work." />
      {begin.data ? (
        <Confirmation factor={begin.data} onEnrolled={onEnrolled} />
      ) : (
        <>
          <p className="text-ink-2">
            With a second factor, a stolen password is not enough to sign in. You need an authenticator app on
            your phone, such as Aegis, Google Authenticator or 1Password.
          </p>
          <Button
            look="ink"
            busy={begin.isPending}
            onClick={() => begin.mutate()}
            className="justify-self-start"
          >
            Set up second factor
          </Button>
        </>
      )}
    </Card>
  );
}

interface ConfirmationProps extends Pick<EnrolmentProps, 'onEnrolled'> {
  factor: NewFactor;
}

function Confirmation({ factor, onEnrolled }: ConfirmationProps) {
  const [code, setCode] = useState('');
  const [isShort, setIsShort] = useState(false);
  const confirming = useMutation({
    mutationFn: () => call('POST /admin/second-factor/confirm', { body: { code } }),
    onSuccess: ({ recovery_codes: codes }) => onEnrolled(codes),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsShort(code.length < 6);
    if (code.length === 6) confirming.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-4" aria-label="Set up second factor">
      <p>
        <b>1.</b> Scan this code with your authenticator app.
      </p>
      <QRCodeSVG
        value={factor.uri}
        size={208}
        marginSize={4}
        title="QR code for your authenticator app"
        className="rounded-md"
      />
      <p className="text-sm text-ink-2">
        On the phone itself? Type this key into the app:
        <code className="mt-1 block break-all font-mono text-base text-ink select-all">
          {factor.key.replace(/.{4}(?=.)/g, '$& ')}
        </code>
      </p>
      <Failure error={confirming.error} text="This did not work." />
      <OtpInput
        label="2. Enter the code that the app shows"
        value={code}
        onChange={(digits) => {
          setCode(digits);
          setIsShort(false);
        }}
        hint="It changes every 30 seconds"
        error={isShort ? 'The code has 6 digits' : undefined}
      />
      <Submit busy={confirming.isPending} className="justify-self-start">
        Confirm
      </Submit>
    </form>
  );
}
