import { z } from 'zod';
import { boundedString, digits } from './text.ts';
import { OpenHold, TimelineEntry } from './timeline.ts';
import { Coins, IsoTime, MAX_REALM, Moment, RealmFilter, Uuid } from './wire.ts';

/** Operators' calls on the ledger (O1, O3). All of them only read. */

/** An end of a posting: a part of a user's wallet, a fund of a subject, or a platform account. */
export const PostingEnd = z.object({
  /** available, held, bonus, task; pot, stock, rewards, escrow; issuance, revenue, payouts, unclaimed. */
  account: z.string(),
  /** Of a wallet or a fund. */
  id: Uuid.nullable(),
  username: z.string().nullable(),
  /** After the posting; null for a platform account, which has no running balance. */
  balance: z.int().nullable(),
});
export type PostingEnd = z.infer<typeof PostingEnd>;
export const LedgerPosting = z.object({
  unit: z.enum(['coin', 'task']),
  amount: Coins,
  source: PostingEnd,
  destination: PostingEnd,
});
export type LedgerPosting = z.infer<typeof LedgerPosting>;
export const LedgerTransfer = z.object({
  id: Uuid,
  kind: z.string(),
  realm: z.int(),
  subject_kind: z.string(),
  subject_id: z.string(),
  subject_name: z.string().nullable(),
  at: IsoTime,
  postings: z.array(LedgerPosting),
});
export type LedgerTransfer = z.infer<typeof LedgerTransfer>;

export const LedgerTransfersQuery = z.object({
  limit: digits(100, 1).default(25),
  /** `next` of the previous page. */
  before: boundedString(64)
    .regex(/^[0-9a-f-]{1,64}$/)
    .optional(),
  user_id: Uuid.optional(),
  subject_kind: boundedString(64).optional(),
  subject_id: boundedString(64).optional(),
  kind: boundedString(64).optional(),
  /** By default that of the user or the subject, otherwise 0. */
  realm: digits(MAX_REALM).optional(),
  from: Moment.optional(),
  /** Exclusive. */
  to: Moment.optional(),
});
export type LedgerTransfersQuery = z.input<typeof LedgerTransfersQuery>;
/** Newest first. A page may be short or empty before the end: `next` is null only at the end. */
export const LedgerTransfersReply = z.object({
  items: z.array(LedgerTransfer),
  next: z.string().nullable(),
});
export type LedgerTransfersReply = z.infer<typeof LedgerTransfersReply>;

const LedgerReceivable = z.object({
  id: Uuid,
  subject_kind: z.string(),
  subject_id: z.string(),
  amount: Coins,
  recovered: Coins,
  at: IsoTime,
});
export const LedgerWallet = z.object({
  user_id: Uuid,
  username: z.string(),
  full_name: z.string(),
  realm: z.int(),
  registered_at: IsoTime,
  available: Coins,
  held: Coins,
  bonus: Coins,
  task: Coins,
  /** The number of postings on this wallet. */
  postings: z.int(),
  /** Open holds, newest first, at most 100; their sum is `held`. */
  holds: z.array(OpenHold),
  /** The number of open holds. */
  holds_count: z.int(),
  receivables: z.array(LedgerReceivable),
});
export type LedgerWallet = z.infer<typeof LedgerWallet>;
export const UserIdParams = z.object({ userId: Uuid });
/** An entry of a wallet as operators see it: with the transfer, whose postings they can open. */
export const LedgerEntry = TimelineEntry.extend({ transfer_id: Uuid });
export type LedgerEntry = z.infer<typeof LedgerEntry>;
export const LedgerEntriesReply = z.object({ items: z.array(LedgerEntry), next: z.string().nullable() });
export type LedgerEntriesReply = z.infer<typeof LedgerEntriesReply>;

/** Coins that moved between two kinds of accounts by transfers of one kind. */
const LedgerFlow = z.object({ kind: z.string(), amount: z.int(), postings: z.int() });
/**
 * What the platform owes in coins, against what was paid in and out. All balances together are 0: what is owed equals
 * what was issued less revenue and payouts.
 */
export const Liabilities = z.object({
  realm: z.int(),
  /** The time of the last roll-up, whose figures these are; null before the first one. */
  as_of: IsoTime.nullable(),
  owed: z.object({
    available: z.int(),
    held: z.int(),
    bonus: z.int(),
    stock: z.int(),
    escrow: z.int(),
    pot: z.int(),
    rewards: z.int(),
    unclaimed: z.int(),
    total: z.int(),
  }),
  /** Issued coins less those returned to issuance, by kind of transfer; and the total. */
  issued: z.array(LedgerFlow),
  issued_total: z.int(),
  /** Purchases less chargebacks and recoveries. */
  paid_in: z.int(),
  /** Coins of P2P trades: paid by the buyers to the traders. */
  traded: z.int(),
  /** Payouts less returned payouts. */
  paid_out: z.int(),
  revenue: z.int(),
});
export type Liabilities = z.infer<typeof Liabilities>;
export const LiabilitiesQuery = z.object({ realm: RealmFilter });

const AuditError = z.object({
  check: z.string(),
  table: z.string(),
  row: z.string(),
  message: z.string(),
});
/** The last audit of the whole ledger that ended (`npm run audit:ledger`). */
export const LedgerAudit = z.object({
  ended_at: IsoTime.nullable(),
  ok: z.boolean().nullable(),
  /** Whether it followed all postings, or those since the audit before it. */
  is_full: z.boolean().nullable(),
  seconds: z.number().nullable(),
  /** Rows read, by what they are. */
  checked: z.record(z.string(), z.int()),
  /** The first wrong row of each check that failed. */
  errors: z.array(AuditError),
  /** Postings that it left out because their transaction ids are of another cluster. */
  unreachable: z.int(),
  /** When an audit last found all correct, and how many postings are covered since the first one. */
  correct_at: IsoTime.nullable(),
  covered_postings: z.int(),
  /** What an operator of the machine runs. */
  command: z.string(),
});
export type LedgerAudit = z.infer<typeof LedgerAudit>;
