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

export type OpenCheckoutWindow = NonNullable<Window['FlutterwaveCheckout']>;

const TIMEOUT_MS = 10_000;

/** Loads the provider's script once. Its element is removed when it fails, so that the next attempt loads it again. */
export function loadProviderScript(url: string): Promise<OpenCheckoutWindow> {
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
