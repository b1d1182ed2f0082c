import { inCoins } from '@copup/shared/coins.ts';
import type { CardPaymentState, CoinPackage } from '@copup/shared/shop.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useBalance } from '../../../balance/use-balance.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { call } from '../../../lib/calls.ts';
import { tryAgain } from './try-again.ts';

/** The ways to pay in the provider's window. */
export const paymentOptions = 'card, mobilemoney, ussd';

export interface Customer {
  email: string;
  name: string;
  phone: string;
}

/** `window` is the provider's; `confirming` waits for the provider's message to the server. */
type Step =
  | { name: 'choosing'; problem?: 'window' | 'closed'; message?: string }
  | { name: 'opening'; attempt: number }
  | { name: 'window' }
  | { name: 'confirming' };

export interface Checkout {
  step: Step;
  /** The payment as the server knows it. */
  payment: CardPaymentState | undefined;
  open: (pack: CoinPackage, customer: Customer) => Promise<void>;
  startOver: () => void;
}

/** A checkout by card (W5). It has succeeded only when the server confirms it, which the user's room makes this page read. */
export function useCheckout(): Checkout {
  const [step, setStep] = useState<Step>({ name: 'choosing' });
  const [txRef, setTxRef] = useState<string | null>(null);
  const { data: payment, refetch } = useQuery({
    queryKey: ['payments', 'card', txRef],
    queryFn: ({ signal }) => call('GET /pay/:txRef', { params: { txRef: txRef ?? '' }, signal }),
    enabled: txRef !== null,
    staleTime: 0,
  });
  const balance = useBalance();
  const { available, unread, isLive } = balance ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the room may be the credit
  useEffect(() => {
    if (txRef !== null) void refetch();
  }, [available, unread, isLive, step.name, txRef, refetch]);

  async function open(pack: CoinPackage, customer: Customer): Promise<void> {
    setStep({ name: 'opening', attempt: 1 });
    let isWindowFailed = false;
    try {
      const started = await call('POST /pay/start', { body: { packageId: pack.id } });
      isWindowFailed = true;
      const openWindow = await tryAgain(
        () => loadProviderScript(started.script_url),
        (attempt) => setStep({ name: 'opening', attempt }),
      );
      const { public_key, tx_ref, amount, currency } = started;
      setTxRef(tx_ref);
      const shown = openWindow({
        ...{ public_key, tx_ref, amount, currency },
        payment_options: paymentOptions,
        customer: { email: customer.email, name: customer.name, phone_number: customer.phone },
        customizations: { title: 'Copup', description: inCoins(pack.bid_points) },
        callback: () => {
          setStep({ name: 'confirming' });
          shown?.close?.();
        },
        onclose: () =>
          setStep((now) => (now.name === 'window' ? { name: 'choosing', problem: 'closed' } : now)),
      });
      setStep({ name: 'window' });
    } catch (error) {
      setStep(
        isWindowFailed
          ? { name: 'choosing', problem: 'window' }
          : { name: 'choosing', message: messageOf(error, 'The payment could not be started.') },
      );
    }
  }

  function startOver(): void {
    setTxRef(null);
    setStep({ name: 'choosing' });
  }
  return { step, payment, open, startOver };
}

/** What the provider's script defines. Only what this app uses. */
interface CheckoutOptions {
  public_key: string;
  tx_ref: string;
  amount: number;
  currency: string;
  payment_options: string;
  customer: { email: string; name: string; phone_number: string };
  customizations: { title: string; description: string };
  callback: () => void;
  onclose: () => void;
}
interface OpenCheckout {
  close?: () => void;
}

declare global {
  interface Window {
    FlutterwaveCheckout?: (options: CheckoutOptions) => OpenCheckout | undefined;
  }
}

type OpenCheckoutWindow = NonNullable<Window['FlutterwaveCheckout']>;

const TIMEOUT_MS = 10_000;

/** Loads the provider's script once. Its element is removed when it fails, so that the next attempt loads it again. */
function loadProviderScript(url: string): Promise<OpenCheckoutWindow> {
  const loaded = window.FlutterwaveCheckout;
  if (loaded) return Promise.resolve(loaded);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error('the script of the card provider was not loaded'));
    };
    const timer = setTimeout(fail, TIMEOUT_MS);
    script.src = url;
    script.onerror = fail;
    script.onload = () => {
      clearTimeout(timer);
      if (window.FlutterwaveCheckout) resolve(window.FlutterwaveCheckout);
      else fail();
    };
    document.head.append(script);
  });
}
