import { coinWord, formatNumber, formatPrice } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { CoinPackage } from '@copup/shared/shop.ts';
import { Lock, RefreshCw } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useSignedInUser } from '../../../lib/session.ts';
import { CoinOnGold } from '../../../ui/art/coin.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
import { Page as PageBody } from '../../../ui/page-header.tsx';
import { PackageChoice } from './package-choice.tsx';
import { PaySuccess } from './pay-success.tsx';
import { ScriptTries } from './script-tries.tsx';
import { type Checkout, useCheckout } from './use-checkout.ts';

interface PayFormProps {
  packages: readonly CoinPackage[];
  header: React.ReactNode;
}

/** The package chosen at first. */
const FIRST_CHOICE = 2;
const EMAIL = /^\S+@\S+\.\S+$/;

/** Package, customer and the amount in the button; then what the checkout is doing. */
export function PayForm({ packages, header }: PayFormProps) {
  const user = useSignedInUser();
  const checkout = useCheckout();
  const [id, setId] = useState((packages[FIRST_CHOICE] ?? packages[0])?.id ?? 0);
  const [emailError, setEmailError] = useState<string>();
  const pack = packages.find((each) => each.id === id);
  const { step, payment } = checkout;
  if (payment?.status === 'approved') return <PaySuccess payment={payment} />;
  if (!pack) return null;
  const isBusy = step.name !== 'choosing';
  const hasFailed = payment?.status === 'failed';

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const read = (name: string) => String(values.get(name) ?? '').trim();
    const email = read('email');
    const isEmail = EMAIL.test(email);
    setEmailError(isEmail ? undefined : 'Enter an e-mail address.');
    if (isEmail) void checkout.open(pack, { email, name: read('name'), phone: read('phone') });
    else (form.elements.namedItem('email') as HTMLInputElement).focus();
  };

  return (
    <main className="grid min-h-dvh grid-rows-[auto_1fr]">
      {header}
      <form onSubmit={submit} noValidate className="grid grid-rows-[1fr_auto]">
        <PageBody>
          <PackageChoice packages={packages} value={id} onChange={setId} isDisabled={isBusy} />
          <Progress checkout={checkout} />
          <div className="grid gap-3.5 md:grid-cols-3">
            <Field
              label="Email"
              name="email"
              type="email"
              autoComplete="email"
              defaultValue={user.email ?? ''}
              required
              disabled={isBusy}
              error={emailError}
              onInput={() => setEmailError(undefined)}
            />
            <Field
              label="Name"
              name="name"
              autoComplete="name"
              defaultValue={user.full_name}
              disabled={isBusy}
            />
            <Field label="Phone" name="phone" type="tel" autoComplete="tel" disabled={isBusy} />
          </div>
          <p className="flex gap-2.5 text-sm text-ink-2">
            <Lock size={18} aria-hidden className="mt-0.5 shrink-0 text-ok" />
            Card, mobile money or USSD, in Flutterwave’s window. We never see your card.
          </p>
        </PageBody>
        <div className="sticky bottom-0 border-t border-line bg-surface px-4 py-3">
          <div className="mx-auto grid max-w-[560px] gap-2.5">
            {(step.name === 'choosing' && step.problem === 'window') || hasFailed ? (
              <div className="grid grid-cols-2 gap-2.5">
                <ButtonLink look="line" to={paths.buy} reloadDocument>
                  Bank transfer
                </ButtonLink>
                <Button
                  look="ink"
                  type={hasFailed ? 'button' : 'submit'}
                  onClick={hasFailed ? checkout.startOver : undefined}
                >
                  <RefreshCw size={18} aria-hidden />
                  Try again
                </Button>
              </div>
            ) : (
              <Button look="coin" size="lg" type="submit" busy={isBusy} busyText="Processing...">
                <span className="flex flex-1 flex-wrap items-center justify-between gap-x-3">
                  <span className="inline-flex items-center gap-2">
                    Pay <CoinOnGold className="size-5" />
                    {formatNumber(pack.bid_points)}
                    <span className="sr-only"> {coinWord(pack.bid_points)}</span>
                  </span>
                  <span>{formatPrice(pack.price)}</span>
                </span>
              </Button>
            )}
          </div>
        </div>
      </form>
    </main>
  );
}

function Progress({ checkout: { step, payment } }: { checkout: Checkout }) {
  if (payment?.status === 'failed') {
    return (
      <Note look="error" role="alert" title="The payment failed.">
        No coins were credited. Try again, or pay by bank transfer.
      </Note>
    );
  }
  if (step.name === 'opening' && step.attempt > 1) return <ScriptTries attempt={step.attempt} />;
  if (step.name === 'confirming') {
    return (
      <Note look="info" role="status" title="Your payment is being confirmed.">
        The coins appear here as soon as the provider confirms it. You can also leave this page.
      </Note>
    );
  }
  if (step.name !== 'choosing') return null;
  if (step.problem === 'window') {
    return (
      <Note look="error" role="alert" title="The payment window didn’t open.">
        Nothing was charged. Check your connection, or pay by bank transfer.
      </Note>
    );
  }
  if (step.problem === 'closed') {
    return (
      <Note look="info" role="status" title="The payment window was closed.">
        If you have paid, the coins appear once the provider confirms it.
      </Note>
    );
  }
  return step.message === undefined ? null : <Note look="error" role="alert" title={step.message} />;
}
