import { coinWord, formatNumber, formatPrice, inCoins } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { CardPaymentState, CoinPackage } from '@copup/shared/shop.ts';
import { Lock, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { BalancePill } from '../../../balance/balance-pill.tsx';
import { useSignedInUser } from '../../../lib/session.ts';
import { Submit } from '../../../parts/form-parts.tsx';
import { useForm } from '../../../parts/use-form.ts';
import { BeadRing } from '../../../ui/art/bead-ring.tsx';
import { Coin, CoinOnGold } from '../../../ui/art/coin.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Field } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
import { Page as PageBody } from '../../../ui/page-header.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { PackageChoice } from './package-choice.tsx';
import { TRIES } from './try-again.ts';
import { type Checkout, useCheckout } from './use-checkout.ts';

/** The package chosen at first. */
const FIRST_CHOICE = 2;
const EMAIL = /^\S+@\S+\.\S+$/;

/** Package, customer and the amount in the button; then what the checkout is doing. */
export function PayForm({ packages, header }: { packages: readonly CoinPackage[]; header: React.ReactNode }) {
  const user = useSignedInUser();
  const checkout = useCheckout();
  const [id, setId] = useState((packages[FIRST_CHOICE] ?? packages[0])?.id ?? 0);
  const pack = packages.find((each) => each.id === id);
  const { form, field } = useForm({
    check: (read) => ({ email: EMAIL.test(read('email')) ? undefined : 'Enter an e-mail address.' }),
    send: (read) => {
      const customer = { email: read('email'), name: read('name'), phone: read('phone') };
      if (pack) void checkout.open(pack, customer);
    },
  });
  if (checkout.payment?.status === 'approved') return <PaySuccess payment={checkout.payment} />;
  if (!pack) return null;
  const disabled = checkout.step.name !== 'choosing';
  return (
    <main className="grid min-h-dvh grid-rows-[auto_1fr]">
      {header}
      <form {...form} className="grid grid-rows-[1fr_auto]">
        <PageBody>
          <PackageChoice packages={packages} value={id} onChange={setId} isDisabled={disabled} />
          <Progress checkout={checkout} />
          <div className="grid gap-3.5 md:grid-cols-3">
            <Field
              label="Email"
              type="email"
              autoComplete="email"
              defaultValue={user.email ?? ''}
              disabled={disabled}
              {...field('email')}
            />
            <Field
              label="Name"
              name="name"
              autoComplete="name"
              defaultValue={user.full_name}
              disabled={disabled}
            />
            <Field label="Phone" name="phone" type="tel" autoComplete="tel" disabled={disabled} />
          </div>
          <p className="flex gap-2.5 text-sm text-ink-2">
            <Lock size={18} aria-hidden className="mt-0.5 shrink-0 text-ok" />
            Card, mobile money or USSD, in Flutterwave’s window. We never see your card.
          </p>
        </PageBody>
        <div className="sticky bottom-0 border-t border-line bg-surface px-4 py-3">
          <div className="mx-auto grid max-w-[560px] gap-2.5">
            <PayButtons checkout={checkout} pack={pack} />
          </div>
        </div>
      </form>
    </main>
  );
}

function PayButtons({
  checkout: { step, payment, startOver },
  pack,
}: {
  checkout: Checkout;
  pack: CoinPackage;
}) {
  const hasFailed = payment?.status === 'failed';
  if ((step.name === 'choosing' && step.problem === 'window') || hasFailed)
    return (
      <div className="grid grid-cols-2 gap-2.5">
        <ButtonLink look="line" to={paths.buy} reloadDocument>
          Bank transfer
        </ButtonLink>
        <Button look="ink" type={hasFailed ? 'button' : 'submit'} onClick={hasFailed ? startOver : undefined}>
          <RefreshCw size={18} aria-hidden />
          Try again
        </Button>
      </div>
    );
  return (
    <Submit look="coin" size="lg" busy={step.name !== 'choosing'}>
      <span className="flex flex-1 flex-wrap items-center justify-between gap-x-3">
        <span className="inline-flex items-center gap-2">
          Pay <CoinOnGold className="size-5" />
          {formatNumber(pack.bid_points)}
          <span className="sr-only"> {coinWord(pack.bid_points)}</span>
        </span>
        <span>{formatPrice(pack.price)}</span>
      </span>
    </Submit>
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

/** The attempts to load the provider's script, one bar for each. */
function ScriptTries({ attempt }: { attempt: number }) {
  return (
    <Card className="flex gap-3 p-4">
      <span className="text-brand">
        <Spinner />
      </span>
      <div className="min-w-0 flex-1">
        <p role="status">
          <span className="block font-semibold">The payment window is slow to open</span>
          <span className="block text-sm text-ink-2">
            Try {attempt} of {TRIES}. Nothing has been charged.
          </span>
        </p>
        <span aria-hidden="true" className="mt-2.5 grid grid-cols-3 gap-1.5">
          {Array.from({ length: TRIES }, (_, nth) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the number of the attempt
              key={nth}
              className={classNames(
                'h-1.5 rounded-full',
                nth + 1 < attempt ? 'bg-warn' : nth + 1 === attempt ? 'bg-brand' : 'bg-sunken',
              )}
            />
          ))}
        </span>
      </div>
    </Card>
  );
}

/** Shown only after the server has credited the coins. */
function PaySuccess({ payment }: { payment: CardPaymentState }) {
  return (
    <main className="stage adire grid min-h-dvh content-center justify-items-center gap-5 px-4 py-8 text-center">
      <div className="relative grid size-56 place-items-center">
        <BeadRing className="absolute inset-0 size-full animate-burst" />
        <Coin className="size-32" />
      </div>
      <div role="status">
        <h1 className="text-[2.5rem]">+{inCoins(payment.bid_points)}</h1>
        <p className="mt-1 max-w-[36ch] text-on-stage-2">
          {formatPrice(payment.price)} is confirmed. Your coins are ready to bid. You can cash them out after
          72 hours.
        </p>
      </div>
      <dl className="grid w-full max-w-[28rem] gap-3 rounded-[18px] bg-stage-deep p-4 text-left sm:grid-cols-2">
        <div>
          <dt className="text-xs text-on-stage-2">New balance</dt>
          <dd>
            <BalancePill />
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-xs text-on-stage-2">Reference</dt>
          {/* The whole is too long to be read; its end tells the own payments apart. */}
          <dd className="font-mono">…{payment.tx_ref.slice(-8)}</dd>
        </div>
      </dl>
      <div className="grid w-full max-w-[28rem] gap-2.5">
        <ButtonLink look="soft" to={paths.auctions} reloadDocument>
          Go to auctions
        </ButtonLink>
        <ButtonLink look="line" to={paths.payments} reloadDocument>
          Payment history
        </ButtonLink>
      </div>
    </main>
  );
}
