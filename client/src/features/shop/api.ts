import type { ManualPaymentBody, PaymentChoice, TransferReferenceBody } from '@copup/shared/shop.ts';
import { call, callAll, callOnce, callPage } from '../../lib/calls.ts';

export const listPackages = (signal?: AbortSignal) => callAll('GET /bidShop/all', signal);

export const getBankDetails = (signal?: AbortSignal) => call('GET /bidShop/bank-details', { signal });

export const reserveReference = (body: TransferReferenceBody, signal?: AbortSignal) =>
  call('POST /manualPayment/reference', { body, signal });

export const announcePayment = (body: ManualPaymentBody) =>
  callOnce('manual-payment', 'POST /manualPayment/manual-payment', { body });

export const choosePayment = (id: number, choice: PaymentChoice) =>
  callOnce(`payment-choice:${id}`, 'POST /manualPayment/:id/choice', { params: { id }, body: { choice } });

export const listPayments = (before: string | undefined, signal?: AbortSignal) =>
  callPage('GET /manualPayment/payment-history', { query: { before }, signal });

export const getPayOptions = (signal?: AbortSignal) => call('GET /pay/options', { signal });

export const startCheckout = (packageId: number) => call('POST /pay/start', { body: { packageId } });

export const getCardPayment = (txRef: string, signal?: AbortSignal) =>
  call('GET /pay/:txRef', { params: { txRef }, signal });
