import { z } from 'zod';
import { MAX_AMOUNT, toKobo, toNaira } from './coins.ts';
import { fieldTexts } from './field-texts.ts';
import { boundedString, lineText, nameText, paragraphText } from './text.ts';
import { Amount, Coins, IsoTime, Message, Moment, Uuid } from './wire.ts';

/** Naira with at most 2 decimals; kobo internally. */
export const Naira = z
  .number()
  .min(0)
  .max(MAX_AMOUNT)
  .refine((naira) => toNaira(toKobo(naira)) === naira, 'Use at most 2 decimals.');

/** The highest id of a row. */
const MAX_ID = 2_147_483_647;

/** A package of the coin shop (W13). `price` is in naira. */
export const CoinPackage = z.object({ id: z.int(), image: z.string(), price: z.number(), bid_points: Coins });
export type CoinPackage = z.infer<typeof CoinPackage>;

/** The account to which bank transfers are paid. The fields are empty until operators set them. */
export const BankDetails = z.object({
  account_name: z.string(),
  bank_name: z.string(),
  account_number: z.string(),
  /** Whether the provider opens an account for one purchase alone, whose transfer is credited by itself (W18). */
  is_automatic: z.boolean(),
});
export type BankDetails = z.infer<typeof BankDetails>;

/** W2: price and coins must be those of one package. */
export const ManualPaymentBody = z.object({
  price: Naira,
  bid_points: Amount,
  sender_account_name: nameText(100, fieldTexts.senderAccountName).min(1, fieldTexts.senderAccountName),
  /** What the buyer has quoted: a transfer is announced once. */
  reference: boundedString(20).optional(),
});
export type ManualPaymentBody = z.infer<typeof ManualPaymentBody>;
/** A package that will be paid by bank transfer, and what to quote in it. */
export const TransferReferenceBody = ManualPaymentBody.pick({ price: true, bid_points: true });
export type TransferReferenceBody = z.infer<typeof TransferReferenceBody>;
export const TransferReferenceReply = z.object({ reference: z.string() });
/** `reference` goes into the narration of the bank transfer. */
export const ManualPaymentReply = Message.extend({
  id: z.int(),
  reference: z.string(),
  bid_points: Coins,
  price: z.number(),
  status: z.literal('pending'),
});
export type ManualPaymentReply = z.infer<typeof ManualPaymentReply>;

export const PaymentMethod = z.enum(['bank_transfer', 'card', 'p2p']);
export type PaymentMethod = z.infer<typeof PaymentMethod>;
/** Those of cards are pending, approved, failed and charged_back; trades have none of these two nor of W2a. */
export const PaymentStatus = z.enum([
  'reserved',
  'pending',
  // W2a: too little arrived; money that goes back, and that went back.
  'underpaid',
  'returning',
  'returned',
  'approved',
  'rejected',
  'expired',
  'disputed',
  'failed',
  'charged_back',
]);
export type PaymentStatus = z.infer<typeof PaymentStatus>;
/** Naira that arrived for a bank transfer, below zero for what went back, and the account as the bank names it (W2a). */
export const PaymentTransfer = z.object({
  amount: z.number(),
  sender: z.string(),
  bank_reference: z.string(),
  sent_at: IsoTime,
});
export type PaymentTransfer = z.infer<typeof PaymentTransfer>;
/** A row of GET /manualPayment/payment-history, newest first (W11). */
export const PaymentHistoryItem = z.object({
  /** Unique among all methods: the method and the number. */
  id: z.string(),
  bid_points: Coins,
  status: PaymentStatus,
  method: PaymentMethod,
  /** Naira. */
  price: z.number(),
  /** What to quote in the transfer, the card's tx_ref, or the number of the trade. */
  reference: z.string(),
  /** The name on the account from which a bank transfer comes. */
  sender: z.string().nullable(),
  /** Why it was rejected. */
  reason: z.string().nullable(),
  /** When an open trade expires, or until when a payment waits for the rest of its price. */
  expires_at: IsoTime.nullable(),
  /** What operators recorded: of payments with another amount than the price. */
  transfers: z.array(PaymentTransfer),
  created_at: IsoTime,
  decided_at: IsoTime.nullable(),
});
export type PaymentHistoryItem = z.infer<typeof PaymentHistoryItem>;

/**
 * The account that the provider opened for one purchase (W18). Its status is `reserved` until money arrives; `approved` when it
 * was credited; any other that is not `expired` means that it arrived and is decided as that of other transfers.
 */
export const TransferAccount = z.object({
  id: z.int(),
  status: PaymentStatus,
  bid_points: Coins,
  /** Naira: exactly this is credited. */
  price: z.number(),
  bank_name: z.string(),
  account_number: z.string(),
  expires_at: IsoTime,
  /** In the demo: where a POST pretends that the transfer was made; null with the provider. */
  pretend_path: z.string().nullable(),
});
export type TransferAccount = z.infer<typeof TransferAccount>;

/** W2a: what the buyer wants after too little arrived: send the rest, or have the money back. */
export const PaymentChoice = z.enum(['rest', 'back']);
export type PaymentChoice = z.infer<typeof PaymentChoice>;
export const PaymentChoiceBody = z.object({ choice: PaymentChoice });
export const PaymentChoiceReply = Message.extend({ status: z.enum(['pending', 'returning']) });

/** Whether card payments are configured (W5), and whether the provider charges nothing. */
export const PayOptions = z.object({ is_configured: z.boolean(), is_test_mode: z.boolean() });
export type PayOptions = z.infer<typeof PayOptions>;
export const PayStartBody = z.object({ packageId: z.int().min(1).max(MAX_ID) });
/** What the provider's inline script needs. `amount` is in naira. */
export const PayStartReply = z.object({
  tx_ref: z.string(),
  amount: z.number(),
  currency: z.literal('NGN'),
  public_key: z.string(),
  /** The provider's script. */
  script_url: z.string(),
});
export type PayStartReply = z.infer<typeof PayStartReply>;
export const PayParams = z.object({ txRef: boundedString(64).min(1) });
export const CardPaymentState = z.object({
  tx_ref: z.string(),
  status: z.enum(['pending', 'approved', 'failed', 'charged_back']),
  bid_points: Coins,
  price: z.number(),
});
export type CardPaymentState = z.infer<typeof CardPaymentState>;

const ProviderId = z.union([z.int().min(1).max(Number.MAX_SAFE_INTEGER), boundedString(64).min(1)]);
/**
 * An event of the card provider. Only the fields that the server uses; others are ignored. Amounts are in major
 * units, such as naira. `data.id` is the number of the transaction in events of charges; events of refunds and
 * chargebacks name the transaction as `tx_id` or `transaction_id`.
 */
export const PayWebhookBody = z.object({
  event: boundedString(64).min(1),
  data: z.object({
    id: ProviderId.optional(),
    tx_id: ProviderId.optional(),
    transaction_id: ProviderId.optional(),
    tx_ref: boundedString(100).optional(),
    /** Of money that the provider sends: our own reference. */
    reference: boundedString(100).optional(),
    status: boundedString(40).optional(),
    amount: Naira.optional(),
    amount_refunded: Naira.optional(),
    currency: boundedString(10).optional(),
  }),
});
export type PayWebhookBody = z.infer<typeof PayWebhookBody>;

// Operators

export const AdminPackage = CoinPackage.extend({
  is_active: z.boolean(),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export type AdminPackage = z.infer<typeof AdminPackage>;
/** A person's record beside an item of a queue: what was decided for them before. */
const PersonHistory = z.object({
  approved: z.int(),
  rejected: z.int(),
  /** Coins of the approved ones. */
  approved_points: Coins,
  registered_at: IsoTime,
});
/** The fields that all queues of payments, payouts and trades have. */
export const QueueItem = z.object({
  id: z.int(),
  user_id: Uuid,
  username: z.string(),
  full_name: z.string(),
  bid_points: Coins,
  created_at: IsoTime,
  decided_at: IsoTime.nullable(),
  /** Until when it is to be decided (O1). */
  due_at: IsoTime.nullable(),
  /** The operator's username. */
  decided_by: z.string().nullable(),
  reason: z.string().nullable(),
  bank_reference: z.string().nullable(),
  /** The request for a second operator that waits (O3a). */
  approval_id: z.int().nullable(),
  history: PersonHistory,
});
export type QueueItem = z.infer<typeof QueueItem>;

/** `overpaid` is credited, and has an extra that goes back (W2a). `reserved` has an account of its own, until it is `expired` (W18). */
export const ManualPaymentStatus = z.enum([
  ...[
    'reserved',
    'expired',
    'pending',
    'underpaid',
    'approved',
    'overpaid',
    'rejected',
    'returning',
    'returned',
  ],
] as const);
/** What the server proposes for a transfer that it did not credit by itself (W18). */
export const ProposedDecision = z.enum(['approve', 'reject', 'return']);
export type ProposedDecision = z.infer<typeof ProposedDecision>;
export const AdminPayment = QueueItem.extend({
  status: ManualPaymentStatus,
  /** Naira. */
  price: z.number(),
  reference: z.string(),
  sender_account_name: z.string(),
  transfers: z.array(PaymentTransfer),
  choice: PaymentChoice.nullable(),
  /** Until when it waits for the rest. */
  rest_until: IsoTime.nullable(),
  /** Why a transfer to an account of its own was not credited by itself. */
  finding: z.string().nullable(),
  proposed: ProposedDecision.nullable(),
  /** The next transfer to send: money goes back to the account it came from. */
  next_return: PaymentTransfer.pick({ amount: true, sender: true, bank_reference: true }).nullable(),
});
export type AdminPayment = z.infer<typeof AdminPayment>;
/** `q` finds the username, the sender or the reference. The status `waiting` are all that operators decide. */
export const AdminPaymentsQuery = z.object({
  status: ManualPaymentStatus.or(z.literal('waiting')).optional(),
  user_id: Uuid.optional(),
  q: boundedString(120).optional(),
});

/** Its letters and digits are compared, in any case (W2). */
export const comparableReference = (reference: string): string =>
  reference
    .normalize('NFKC')
    .replace(/[^a-z\d]/gi, '')
    .toLowerCase();
export const BankReference = lineText(64).refine(
  (reference) => comparableReference(reference).length >= 3,
  'Enter the reference of the bank: at least 3 letters or digits.',
);
export const ApprovePaymentBody = z.object({ bank_reference: BankReference });
/** W2a: another amount than the price that arrived. */
export const RecordTransferBody = ApprovePaymentBody.extend({
  /** Naira. */
  amount: Naira.refine((naira) => naira > 0, 'Enter what arrived.'),
  /** As the bank names the account it came from. */
  sender: lineText(120).min(3),
  arrived_at: Moment,
});
export type RecordTransferBody = z.infer<typeof RecordTransferBody>;
export const RejectBody = z.object({ reason: paragraphText(500).min(1) });
