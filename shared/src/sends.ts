import { z } from 'zod';
import { Pin } from './pins.ts';
import { boundedString } from './text.ts';
import { Amount, Coins, CursorQuery, Day, IsoTime, Message, Uuid } from './wire.ts';

/** A wallet address as typed or scanned; the server checks its check digits (S5). A lookup also takes a username. */
const WalletAddress = boundedString(100).trim().min(1);
export const WalletParams = z.object({ address: WalletAddress });

/** Reply of GET /user/wallet/{address}: who an address or a full username belongs to (W10, W21). */
export const WalletOwner = z.object({
  wallet_address: z.string(),
  username: z.string(),
  /** Masked: A••• O••••. */
  full_name: z.string(),
  profile: z.string().nullable(),
});
export type WalletOwner = z.infer<typeof WalletOwner>;

/** Reply of GET /user/recipients: the last people the user sent coins to, newest first, at most 12 (W21). */
export const RecentRecipients = z.object({ items: z.array(WalletOwner.extend({ last_sent_at: IsoTime })) });
export type RecentRecipient = z.infer<typeof RecentRecipients>['items'][number];

export const SendBody = z.object({
  recipientWallet: WalletAddress,
  amount: Amount,
  /** Needed; missing is refused with PIN_NEEDED. */
  pin: Pin.nullish(),
});
export type SendBody = z.infer<typeof SendBody>;

/** The receipt of a send (W1). */
export const SendReceipt = Message.extend({
  id: Uuid,
  amount: Coins,
  /** Added to the amount. */
  charge: Coins,
  recipient_wallet: z.string(),
  recipient_username: z.string(),
  /** Masked. */
  recipient_name: z.string(),
  recipient_profile: z.string().nullable(),
  timestamp: IsoTime,
  /** The sender's balance afterwards. */
  bid_points: Coins,
  available_points: Coins,
});
export type SendReceipt = z.infer<typeof SendReceipt>;

/** Reply of GET /user/send-terms: what the user may send now. */
export const SendTerms = z.object({
  charge_percent: z.int(),
  /** Largest single send. */
  maximum: Coins,
  /** What the user may still send today, or in the waiting period. */
  left: Coins,
  /** The end of the waiting period (W8). */
  waits_until: IsoTime.nullable(),
  /** Owed after a chargeback; more than 0 blocks sends (W5). */
  owed: Coins,
  /** Without a PIN the client sets one before the send. */
  has_pin: z.boolean(),
});
export type SendTerms = z.infer<typeof SendTerms>;

const sendDirections = ['sent', 'received'] as const;
export type SendDirection = (typeof sendDirections)[number];

/** One row of GET /user/transactions (W11). */
export const Transaction = z.object({
  id: Uuid,
  direction: z.enum(sendDirections),
  amount: Coins,
  charge: Coins,
  sender_username: z.string(),
  recipient_username: z.string(),
  timestamp: IsoTime,
});
export type Transaction = z.infer<typeof Transaction>;

export const TransactionsQuery = CursorQuery.extend({
  /** Part of the other player's username. */
  q: boundedString(50).trim().optional(),
  direction: z.enum(sendDirections).optional(),
});
export type TransactionsQuery = z.output<typeof TransactionsQuery>;

/** Days of Africa/Lagos, both included. */
export const StatementQuery = z.object({ from: Day, to: Day });
export type StatementQuery = z.output<typeof StatementQuery>;
/** The longest period of a statement. */
export const MAX_STATEMENT_DAYS = 366;
