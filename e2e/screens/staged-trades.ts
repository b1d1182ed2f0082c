import type { Trade, Trader } from '@copup/shared/trades.ts';

const trader = (id: number, facts: Partial<Trader> = {}): Trader => ({
  id,
  name: `Trader ${id}`,
  price: 93,
  trades: 97,
  rating: 4.8,
  available: 640,
  limits: '100–500',
  min: 100,
  max: 500,
  paymentMethod: 'Bank transfer',
  accountName: 'Musa Ibrahim',
  accountNumber: '8012345678',
  ...facts,
});
export const traders = [
  trader(1, { name: 'Olúwaṣẹ́gun Adébọ̀wálé Coins of Ìjẹ̀bú-Òde', paymentMethod: 'PalmPay, Kuda' }),
  trader(2, {
    name: 'Kola Trades',
    price: 94.5,
    rating: 4.9,
    trades: 1_284,
    available: 8_400,
    min: 50,
    max: 2_000,
  }),
  trader(3, { name: 'Hub Coins', price: 96, rating: null, trades: 3, available: 0 }),
];
export const openTrade = (facts: Partial<Trade> = {}): Trade => ({
  id: 500_001,
  trader: 'Kola Trades',
  bid_points: 400,
  price: 37_800,
  status: 'pending',
  created_at: new Date(Date.now() - 106_000).toISOString(),
  expires_at: new Date(Date.now() + 28 * 60_000).toISOString(),
  trader_id: 2,
  proved_at: null,
  is_cancelled: false,
  due_at: null,
  account: {
    payment_method: 'Bank transfer',
    bank_name: 'OPay',
    account_name: 'Musa Ibrahim',
    account_number: '8012345678',
  },
  dispute_until: null,
  stock_until: null,
  reason: null,
  ...facts,
});
export const openReply = (trade: Trade | null, last: Trade | null = null) => ({
  json: { trade, last, server_time: new Date().toISOString() },
});
