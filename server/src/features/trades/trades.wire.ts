import { KOBO_PER_NAIRA } from '@copup/shared/coins.ts';
import type { Trade, Trader } from '@copup/shared/trades.ts';
import { disputeUntil, dueAt, ratingOf } from './trade-rules.ts';
import type { StockedTrader } from './trades.queries.ts';
import type { TradeRow } from './trades.tables.ts';

export const toTrader = (row: StockedTrader): Trader => ({
  id: row.id,
  name: row.name,
  price: row.priceKobo / KOBO_PER_NAIRA,
  trades: row.approvedTrades,
  rating: ratingOf(row),
  available: row.available,
  limits: `${row.minPoints}–${row.maxPoints}`,
  min: row.minPoints,
  max: row.maxPoints,
  paymentMethod: row.paymentMethod,
  accountName: row.accountName,
  accountNumber: row.accountNumber,
});

export const toTrade = (row: TradeRow, trader: string, disputeDays = 0): Trade => ({
  id: row.id,
  trader_id: row.traderId,
  trader,
  bid_points: row.bidPoints,
  price: row.priceKobo / KOBO_PER_NAIRA,
  status: row.status,
  account:
    row.paymentMethod === null || row.accountName === null || row.accountNumber === null
      ? null
      : {
          payment_method: row.paymentMethod,
          bank_name: row.bankName || row.paymentMethod,
          account_name: row.accountName,
          account_number: row.accountNumber,
        },
  expires_at: row.expiresAt.toISOString(),
  proved_at: row.provedAt?.toISOString() ?? null,
  is_cancelled: row.status === 'expired' && row.decidedAt !== null && row.decidedAt < row.expiresAt,
  dispute_until: disputeUntil(row, disputeDays)?.toISOString() ?? null,
  due_at: row.status === 'disputed' && row.disputedAt ? dueAt(row.disputedAt).toISOString() : null,
  stock_until: row.status === 'disputed' ? (row.stockUntil?.toISOString() ?? null) : null,
  reason: row.reason,
  created_at: row.createdAt.toISOString(),
});
