import { formatPrice, toNaira } from '@copup/shared/coins.ts';
import type { ProposedDecision } from '@copup/shared/shop.ts';
import { isSameName } from '../../payments/account-names.ts';
import { arrivedKobo } from './payment-sums.ts';
import type { Payment } from './payments.queries.ts';

/** A transfer that the provider confirmed. */
export interface Arrival {
  amountKobo: number;
  currency: string;
  /** As the bank names who sent it; undefined when it names none. */
  sender: string | undefined;
  paidAt: Date;
}

interface Circumstances {
  expiresAt: Date;
  /** The number of the payment whose account it is, when that one is decided already. */
  after?: number | undefined;
  /** What the bank's reference of this transfer proves already, such as `trade 12`. */
  provedBy?: string | undefined;
  isBuyerGone: boolean;
}

export interface Judged {
  status: Payment['status'];
  /** Whether it is recorded as money for this payment. */
  isCounted: boolean;
  /** Why it is not credited by itself, for operators; null when it is. */
  finding: string | null;
  proposed: ProposedDecision | null;
}

/**
 * Decides what a confirmed transfer to an account of its own leads to (W18): `approved` only for the first transfer, of exactly the
 * price in naira, in time, from the buyer's name (compared as W14). All others are for the buyer (W2a) or an operator.
 */
export function judgeArrival(
  payment: Pick<Payment, 'status' | 'priceKobo' | 'senderAccountName' | 'transfers'>,
  { amountKobo, currency, sender, paidAt }: Arrival,
  { expiresAt, after, provedBy, isBuyerGone }: Circumstances,
): Judged {
  const { status, priceKobo, senderAccountName, transfers } = payment;
  const isWaiting = status === 'reserved' || status === 'expired';
  const kept = isWaiting ? 'pending' : status;
  const uncounted = { status: kept, isCounted: false, proposed: 'reject' } as const;
  const amount = toNaira(amountKobo);
  if (currency !== 'NGN')
    return { ...uncounted, finding: `${amount} ${currency} arrived, which is not naira.` };
  if (provedBy) return { ...uncounted, finding: `The bank's reference of this transfer proves ${provedBy}.` };
  const isOther = sender === undefined || !isSameName(sender, senderAccountName);
  const difference = arrivedKobo(payment) + amountKobo - priceKobo;
  const findings = [
    isBuyerGone && 'The buyer has deleted the account.',
    after !== undefined && `This is another transfer to the account of payment ${after}.`,
    status === 'returning' && 'It arrived after the buyer chose to have the money back.',
    transfers.length > 0 && 'It is not the first transfer.',
    paidAt > expiresAt && 'It arrived after the account had expired.',
    isOther &&
      (sender === undefined
        ? 'The bank named no sender.'
        : `The bank names another sender, ${sender}, than the buyer, ${senderAccountName}.`),
    difference > 0 && `${formatPrice(toNaira(difference))} more than the price arrived.`,
    difference < 0 && `${formatPrice(toNaira(-difference))} less than the price arrived.`,
  ].filter((finding) => finding !== false);
  const isCounted = true;
  if (findings.length === 0 && isWaiting)
    return { status: 'approved', isCounted, finding: null, proposed: null };
  const finding = findings.join(' ') || 'It arrived while the payment was checked.';
  if (status === 'returning') return { status, isCounted, finding, proposed: 'return' };
  // The buyer chooses (W2a).
  if (difference < 0) return { status: 'underpaid', isCounted, finding, proposed: null };
  const isRefused = isOther || isBuyerGone || after !== undefined;
  return { status: 'pending', isCounted, finding, proposed: isRefused ? 'reject' : 'approve' };
}
