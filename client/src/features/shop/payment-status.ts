import type { PaymentHistoryItem, PaymentMethod, PaymentStatus } from '@copup/shared/shop.ts';

export const methodNames: Record<PaymentMethod, string> = {
  bank_transfer: 'Bank transfer',
  card: 'Card',
  p2p: 'P2P',
};

/** The text of a status, as the list shows it. */
export const statusText = (status: PaymentStatus): string => status.replace('_', ' ');

export type StatusLook = 'waiting' | 'done' | 'ended';

export function lookOf(status: PaymentStatus): StatusLook {
  if (status === 'pending' || status === 'reserved' || status === 'disputed') return 'waiting';
  return status === 'approved' ? 'done' : 'ended';
}

/** Why a payment ended without coins, and where they are; null for the others. */
export function endText({ status, method, reason }: PaymentHistoryItem): string | null {
  if (status === 'rejected') return reason ?? 'The payment was rejected. No coins were credited.';
  if (status === 'expired') return 'Not confirmed in time. The trader keeps the coins.';
  if (status === 'failed') return 'The payment failed. No coins were credited.';
  if (status !== 'charged_back') return null;
  return method === 'card' ? 'The payment was reversed, and its coins were taken back.' : null;
}

/** The newest transfer that is being checked, whose reference the buyer needs. */
export const findOpenTransfer = (items: readonly PaymentHistoryItem[]): PaymentHistoryItem | undefined =>
  items.find(({ status, method }) => status === 'pending' && method === 'bank_transfer');
