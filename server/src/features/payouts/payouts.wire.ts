import { KOBO_PER_NAIRA } from '@copup/shared/coins.ts';
import type { Payout, PayoutStatus, RiskReason } from '@copup/shared/payouts.ts';
import type { ListedPayout, PayoutRow } from './payouts.queries.ts';

export const naira = (kobo: number): number => kobo / KOBO_PER_NAIRA;
/** Shows the last four digits: a stolen session or a screenshot does not reveal the account. */
const masked = (accountNumber: string): string => `••••••${accountNumber.slice(-4)}`;

/** An open payout is neither approved nor paid while its user is at risk (W5a). */
export const onHold = (status: PayoutStatus, risk: RiskReason | undefined): RiskReason | null =>
  (['pending', 'approved'].includes(status) && risk) || null;

export const toPayout = (
  row: PayoutRow & Partial<ListedPayout>,
  risks: ReadonlyMap<string, RiskReason>,
): Payout => ({
  id: row.id,
  bid_points: row.bidPoints,
  account_name: row.accountName,
  status: row.status,
  rate: naira(row.rateKobo),
  amount: naira(row.bidPoints * row.rateKobo),
  bank_name: row.bankName,
  account_number: masked(row.accountNumber),
  reason: row.reason,
  bank_reference: row.bankReference,
  created_at: row.createdAt.toISOString(),
  decided_at: row.decidedAt?.toISOString() ?? null,
  ended_at: row.endedAt?.toISOString() ?? null,
  on_hold: onHold(row.status, risks.get(row.userId)),
  sent_at: row.sentAt?.toISOString() ?? null,
});
