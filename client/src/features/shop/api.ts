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
import { request, requestWithHeaders } from '../../lib/api.ts';
import { postIntent } from '../../lib/intents.ts';

export const listPackages = (signal?: AbortSignal) => request<CoinPackage[]>('/bidShop/all', { signal });

export const getBankDetails = (signal?: AbortSignal) =>
  request<BankDetails>('/bidShop/bank-details', { signal });

export const announcePayment = (body: ManualPaymentBody) =>
  postIntent<ManualPaymentReply>('manual-payment', '/manualPayment/manual-payment', body);

interface PaymentsPage {
  items: PaymentHistoryItem[];
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

export async function listPayments(before: string | null, signal?: AbortSignal): Promise<PaymentsPage> {
  const query = before === null ? '' : `?before=${encodeURIComponent(before)}`;
  const path = `/manualPayment/payment-history${query}`;
  const { reply, headers } = await requestWithHeaders<PaymentHistoryItem[]>(path, { signal });
  return { items: reply, next: headers.get('x-next-cursor') };
}

export const getPayOptions = (signal?: AbortSignal) => request<PayOptions>('/pay/options', { signal });

export const startCheckout = (packageId: number) =>
  request<PayStartReply>('/pay/start', { method: 'POST', body: { packageId } });

export const getCardPayment = (txRef: string, signal?: AbortSignal) =>
  request<CardPaymentState>(`/pay/${encodeURIComponent(txRef)}`, { signal });
