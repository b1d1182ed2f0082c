import { z } from 'zod';
import { KOBO_PER_NAIRA, MAX_AMOUNT } from './coins.ts';
import { Naira, QueueItem } from './shop.ts';
import { boundedString, digits, paragraphText } from './text.ts';
import { Amount, Coins, IdText, IsoTime, Message, Uuid } from './wire.ts';

/** A trader of GET /trade/traders, cheapest first (W16). `price` is in naira per coin. */
export const Trader = z.object({
  id: z.int(),
  name: z.string(),
  price: z.number(),
  /** Approved trades. */
  trades: z.int(),
  /** 0 to 5 with one decimal; null below 5 decided trades. */
  rating: z.number().nullable(),
  available: Coins,
  /** `min–max`. */
  limits: z.string(),
  min: Coins,
  max: Coins,
  paymentMethod: z.string(),
  accountName: z.string(),
  accountNumber: z.string(),
});
export type Trader = z.infer<typeof Trader>;

/** Naira with at most 2 decimals in a field of a form; parsed to kobo, without a floating-point number in between. */
const nairaText = boundedString(15)
  .regex(/^(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/, {
    message: 'must be naira with at most 2 decimals',
    abort: true,
  })
  .transform((text) => {
    const [naira, decimals = ''] = text.split('.');
    return Number(naira) * KOBO_PER_NAIRA + Number(decimals.padEnd(2, '0'));
  });

/**
 * The text fields of the form of POST /tradeConfirm/buy/{traderId}; the file is `screenshot`. `totalPrice` is in naira
 * on the wire and becomes kobo.
 */
export const BuyFields = z.object({ coinAmount: digits(MAX_AMOUNT, 1), totalPrice: nairaText });
export const TraderParams = z.object({ traderId: IdText });
/** The body of POST /trade/reserve/{traderId}. `totalPrice` is in naira. */
export const ReserveBody = z.object({ coinAmount: Amount, totalPrice: Naira });
export type ReserveBody = z.infer<typeof ReserveBody>;
/** The text field of the form of POST /trade/{id}/dispute; the file is `screenshot`. */
export const DisputeFields = z.object({ note: paragraphText(300).min(1) });
/**
 * `reserved` → `pending` (proof handed in) → `approved` or `rejected`; `reserved` → `expired`; `rejected` or `expired` →
 * `disputed` → `approved` or `rejected` finally (W4).
 */
export const TradeStatus = z.enum(['reserved', 'pending', 'approved', 'rejected', 'expired', 'disputed']);
export type TradeStatus = z.infer<typeof TradeStatus>;
export const Trade = z.object({
  id: z.int(),
  trader_id: z.int(),
  trader: z.string(),
  bid_points: Coins,
  /** Naira in total. */
  price: z.number(),
  status: TradeStatus,
  /** The account to pay, as it was at the reservation; null once the trader's account is deleted. */
  account: z
    .object({
      payment_method: z.string(),
      /** The one bank of the account. */
      bank_name: z.string(),
      account_name: z.string(),
      account_number: z.string(),
    })
    .nullable(),
  /** Until when a proof keeps the coins reserved. */
  expires_at: IsoTime,
  /** When the first proof or evidence was handed in. */
  proved_at: IsoTime.nullable(),
  /** Whether the buyer ended the reservation before its time was over. */
  is_cancelled: z.boolean(),
  /** Until when a rejected or expired trade can be disputed; null otherwise. */
  dispute_until: IsoTime.nullable(),
  /** Until when a dispute has to be decided; null without one. */
  due_at: IsoTime.nullable(),
  /** Until when an approved dispute waits for coins of the trader; null when it does not. */
  stock_until: IsoTime.nullable(),
  reason: z.string().nullable(),
  created_at: IsoTime,
});
export type Trade = z.infer<typeof Trade>;
export const BuyReply = Message.extend({ trade: Trade });
export type BuyReply = z.infer<typeof BuyReply>;
/** The caller's open trade, or their last one when none is open. `server_time` is what a countdown starts from. */
export const OpenTradeReply = z.object({
  trade: Trade.nullable(),
  last: Trade.nullable(),
  server_time: IsoTime,
});
export type OpenTradeReply = z.infer<typeof OpenTradeReply>;

// Operators

export const AdminTrader = z.object({
  id: z.int(),
  name: z.string(),
  /** The user who sells, and who cannot buy from themselves. */
  user_id: Uuid.nullable(),
  username: z.string().nullable(),
  price: z.number(),
  min: Coins,
  max: Coins,
  payment_method: z.string(),
  /** The one bank of the account; empty for a trader from before there was this field. */
  bank_name: z.string(),
  account_name: z.string(),
  account_number: z.string(),
  is_active: z.boolean(),
  stock: Coins,
  reserved: Coins,
  trades: z.int(),
  rating: z.number().nullable(),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export type AdminTrader = z.infer<typeof AdminTrader>;
/** A positive amount funds the stock from issuance, a negative amount withdraws it. */
export const TraderStockBody = z.object({
  bid_points: z.union([Amount, z.int().min(-1_000_000_000).max(-1)]),
  reason: paragraphText(500).min(1),
});
export type TraderStockBody = z.infer<typeof TraderStockBody>;

export const AdminTrade = QueueItem.extend({
  status: TradeStatus,
  trader_id: z.int(),
  trader: z.string(),
  /** Naira in total. */
  price: z.number(),
  /** URLs of the proof and of a dispute's evidence, for operators only; null without one. */
  screenshot: z.string().nullable(),
  evidence: z.string().nullable(),
  /** The buyer’s text in the dispute. */
  note: z.string().nullable(),
  stock_until: IsoTime.nullable(),
  expires_at: IsoTime,
});
export type AdminTrade = z.infer<typeof AdminTrade>;
/** `q` finds the buyer's username or the number of the trade. */
export const AdminTradesQuery = z.object({
  status: TradeStatus.optional(),
  trader_id: IdText.optional(),
  user_id: Uuid.optional(),
  q: boundedString(120).optional(),
});
