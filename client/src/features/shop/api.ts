import type {
  BankDetails,
  CardPaymentState,
  CoinPackage,
  ManualPaymentBody,
  ManualPaymentReply,
  PaymentHistoryItem,
  PayOptions,
  PayStartReply,
} from '@copup/shared/shop.ts';
import { request } from '../../lib/api.ts';
import { postIntent } from '../../lib/intents.ts';
import { requestAll, requestPage } from '../../lib/list-page.ts';

export const listPackages = (signal?: AbortSignal) => requestAll<CoinPackage>('/bidShop/all', signal);

export const getBankDetails = (signal?: AbortSignal) =>
  request<BankDetails>('/bidShop/bank-details', { signal });

export const announcePayment = (body: ManualPaymentBody) =>
  postIntent<ManualPaymentReply>('manual-payment', '/manualPayment/manual-payment', body);

export const listPayments = (before: string | undefined, signal?: AbortSignal) =>
  requestPage<PaymentHistoryItem>('/manualPayment/payment-history', { before }, signal);

export const getPayOptions = (signal?: AbortSignal) => request<PayOptions>('/pay/options', { signal });

export const startCheckout = (packageId: number) =>
  request<PayStartReply>('/pay/start', { method: 'POST', body: { packageId } });

export const getCardPayment = (txRef: string, signal?: AbortSignal) =>
  request<CardPaymentState>(`/pay/${encodeURIComponent(txRef)}`, { signal });
