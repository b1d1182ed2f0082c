import { z } from 'zod';
import { SeveralIds } from './decided-several.ts';
import { sendingStates } from './payout-sending.ts';
import { ApprovePaymentBody, QueueItem } from './shop.ts';
import { boundedString, nameText } from './text.ts';
import { Amount, Coins, IsoTime, Message, RealmFilter, Uuid } from './wire.ts';

/** W3. The account number has 10 digits; `bank_name` is the code of a bank. */
export const PayoutBody = z.object({
  bid_points: Amount,
  account_name: nameText(100).min(1, 'Enter the account name.'),
  account_number: boundedString(10).regex(/^\d{10}$/, 'An account number has 10 digits.'),
  bank_name: boundedString(40).min(1, 'Choose a bank.'),
  /** Needed; missing is refused with PIN_NEEDED (X4). */
  pin: boundedString(4).optional(),
});
export type PayoutBody = z.input<typeof PayoutBody>;
export const PayoutStatus = z.enum(['pending', 'approved', 'rejected', 'paid', 'returned']);
export type PayoutStatus = z.infer<typeof PayoutStatus>;

/** POST /tradeConfirm/account-name (W19): a payout as far as it is known before its account's name. */
export const AccountNameBody = PayoutBody.pick({ bid_points: true, account_number: true, bank_name: true });
/** `account_name` is null while the provider does not answer: the player types the name then. */
export const AccountNameReply = z.object({ account_name: z.string().nullable(), name_differs: z.boolean() });
export type AccountNameReply = z.infer<typeof AccountNameReply>;

/** Why money and goods do not leave to a user (W5a, A10a). */
export const RiskReason = z.enum(['SUSPENDED', 'OWES_COINS', 'OPEN_DISPUTE']);
export type RiskReason = z.infer<typeof RiskReason>;

/** A row of GET /tap/payout-history, newest first. */
export const Payout = z.object({
  id: z.int(),
  bid_points: Coins,
  account_name: z.string(),
  status: PayoutStatus,
  /** Naira per coin, as stored with the request. */
  rate: z.int(),
  /** Naira. */
  amount: z.int(),
  bank_name: z.string(),
  /** Only the last four digits. */
  account_number: z.string(),
  /** Why it was rejected or returned. */
  reason: z.string().nullable(),
  bank_reference: z.string().nullable(),
  created_at: IsoTime,
  decided_at: IsoTime.nullable(),
  /** When it was paid or returned. */
  ended_at: IsoTime.nullable(),
  /** Why an open payout is not decided now. */
  on_hold: RiskReason.nullable().default(null),
  /** When the provider was asked to send it (W19). */
  sent_at: IsoTime.nullable().default(null),
});
export type Payout = z.infer<typeof Payout>;
export const PayoutReply = Message.extend({ payout: Payout });
export type PayoutReply = z.infer<typeof PayoutReply>;

/** Open holds of one kind of subject, such as auctions. */
export const HeldCoins = z.object({
  kind: z.string(),
  count: z.int(),
  bid_points: Coins,
  /** The auction's name, where it is only one. */
  name: z.string().nullable(),
});
/** GET /user/payout-terms: how many coins can be paid out now and later, and why not more. */
export const PayoutTerms = z.object({
  cashable: Coins,
  /** Naira per coin. */
  rate: z.int(),
  minimum: Coins,
  maximum: Coins,
  /** When payouts are possible again after a change of credentials (S6). */
  waits_until: IsoTime.nullable(),
  /** Why no payout is possible now: the code that POST /tradeConfirm/payout would reply. */
  reason: z
    .enum(['WAITING_PERIOD', 'PAYOUT_OPEN', 'OWES_COINS', 'PIN_NOT_SET', 'PIN_LOCKED', 'NOT_ENOUGH_COINS'])
    .nullable(),
  /** The parts of the balance that cannot be paid out. */
  available: Coins,
  held: Coins,
  bonus: Coins,
  /** Of `available`: young coins (X17) and from when they can be paid out, the next time first. */
  young: z.array(z.object({ bid_points: Coins, until: IsoTime })),
  /** How long bought coins wait (W3). */
  bought_hours: z.int(),
  /** What `held` is reserved for, most coins first. */
  holds: z.array(HeldCoins),
  owed: Coins,
});
export type PayoutTerms = z.infer<typeof PayoutTerms>;

/** A closed bank is listed with the reason and refuses new payouts. */
export const Bank = z.object({
  code: z.string(),
  name: z.string(),
  is_open: z.boolean(),
  note: z.string().nullable(),
  /** Whether the name of an account there can be read (W19). */
  reads_names: z.boolean().default(false),
});
export type Bank = z.infer<typeof Bank>;

// Operators

export const AdminPayout = QueueItem.extend({
  status: PayoutStatus,
  rate: z.int(),
  /** Naira. */
  amount: z.int(),
  account_name: z.string(),
  account_number: z.string(),
  bank_code: z.string(),
  bank_name: z.string(),
  /** The account name differs from the full name (W14). */
  name_differs: z.boolean(),
  /** The account name is the bank's own (W19). */
  name_checked: z.boolean().default(false),
  ended_at: IsoTime.nullable(),
  on_hold: RiskReason.nullable(),
  /** The provider will be asked to send it. */
  awaits_sending: z.boolean().default(false),
  sending: z
    .object({
      state: z.enum(sendingStates),
      reference: z.string(),
      started_at: IsoTime,
      provider_id: z.string().nullable(),
      message: z.string().nullable(),
      contradiction: z.string().nullable(),
    })
    .nullable()
    .default(null),
});
export type AdminPayout = z.infer<typeof AdminPayout>;
/** `q` finds the username, the account name or the number of the payout. */
export const AdminPayoutsQuery = z.object({
  status: PayoutStatus.optional(),
  /** The queue of real payouts by default. */
  realm: RealmFilter,
  user_id: Uuid.optional(),
  q: boundedString(120).optional(),
});

export const AdminBank = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  is_open: z.boolean(),
  note: z.string().nullable(),
  /** The provider's code, while its list has the bank (W19). */
  provider_code: z.string().nullable().default(null),
  updated_at: IsoTime,
});
export type AdminBank = z.infer<typeof AdminBank>;

/** Approved payouts that are sent with one file of the bank, or that were, under one reference. */
export const BankFileBody = z.object({ ids: SeveralIds });
export const PayPayoutsBody = ApprovePaymentBody.extend({ ids: SeveralIds });
