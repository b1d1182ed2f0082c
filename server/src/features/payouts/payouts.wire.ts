import { KOBO_PER_NAIRA } from '@copup/shared/coins.ts';
import type { AdminPayout, Payout, RiskReason } from '@copup/shared/payouts.ts';
import type { AdminPayoutRow } from './payouts.admin.queries.ts';
import type { PayoutRow } from './payouts.queries.ts';

const naira = (kobo: number): number => kobo / KOBO_PER_NAIRA;
/** Shows the last four digits: a stolen session or a screenshot does not reveal the account. */
const masked = (accountNumber: string): string => `••••••${accountNumber.slice(-4)}`;

type Risks = ReadonlyMap<string, RiskReason>;
/** An open payout is neither approved nor paid while its user is at risk (W5a). */
const onHold = ({ status, userId }: PayoutRow, risks: Risks): RiskReason | null =>
  (['pending', 'approved'].includes(status) && risks.get(userId)) || null;

export const toPayout = (row: PayoutRow, risks: Risks): Payout => ({
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
  on_hold: onHold(row, risks),
});

export const toAdminPayout = (row: AdminPayoutRow, risks: Risks): AdminPayout => ({
  ...toPayout(row, risks),
  user_id: row.userId,
  username: row.username,
  full_name: row.fullName,
  account_number: row.accountNumber,
  bank_code: row.bankCode,
  name_differs: row.nameDiffers,
  decided_by: row.decidedBy,
  approval_id: row.approvalId,
  history: {
    approved: row.approved,
    rejected: row.rejected,
    approved_points: row.approvedPoints,
    registered_at: row.registeredAt.toISOString(),
  },
});
