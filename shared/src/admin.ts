import { z } from 'zod';
import { Username } from './auth.ts';
import { operatorRoles, rightNames } from './rights.ts';
import { weakerIfs } from './setting-words.ts';
import { boundedString, paragraphText } from './text.ts';
import { Amount, Coins, Day, IsoTime, Message, RealmFilter, Uuid } from './wire.ts';

/** S8: a player has none. */
const OperatorRole = z.enum(operatorRoles);
const Right = z.enum(rightNames);

export const AdminUser = z.object({
  id: Uuid,
  username: z.string(),
  full_name: z.string(),
  email: z.string().nullable(),
  role: z.union([z.literal(0), z.literal(1)]),
  operator_role: OperatorRole.nullable(),
  realm: z.int(),
  available: Coins,
  held: Coins,
  bonus: Coins,
  task: Coins,
  created_at: IsoTime,
  deleted_at: IsoTime.nullable(),
  /** A synthetic player of a demo. */
  is_demo: z.boolean(),
});
export type AdminUser = z.infer<typeof AdminUser>;
export const AdminUsersQuery = z.object({
  q: boundedString(120).optional(),
  role: z.enum(['0', '1']).transform(Number).optional(),
  realm: RealmFilter,
});
/** Reply 202: the change was not made; it waits for a second operator (O3a). */
export const ApprovalPending = Message.extend({ status: z.literal('pending'), approval_id: z.int() });
export type ApprovalPending = z.infer<typeof ApprovalPending>;

/** Null makes an operator a player. */
export const EditUserBody = z.object({ operator_role: OperatorRole.nullable() });
export type EditUserBody = z.infer<typeof EditUserBody>;

/** O4: a positive amount adds coins, a negative amount removes coins; 0 is refused. */
export const AdjustBody = z.object({
  bid_points: z.union([Amount, z.int().min(-1_000_000_000).max(-1)]),
  reason: paragraphText(500).min(1),
});
export type AdjustBody = z.infer<typeof AdjustBody>;
/** X13. */
export const RenameUserBody = z.object({ username: Username, reason: AdjustBody.shape.reason });
export type RenameUserBody = z.infer<typeof RenameUserBody>;
/** What an operator noted about a player. */
export const UserNote = z.object({ id: z.int(), at: IsoTime, operator: z.string(), text: z.string() });
export type UserNote = z.infer<typeof UserNote>;
export const UserNotes = z.object({ notes: z.array(UserNote) });
export const NoteBody = z.object({ text: paragraphText(1_000).min(1) });
/** Ends one session of a player; all without an id. */
export const SignOutBody = z.object({ session_id: Uuid.optional(), reason: AdjustBody.shape.reason });
export type SignOutBody = z.infer<typeof SignOutBody>;
/** `pending` when the amount needs a second operator (O3). */
export const AdjustReply = Message.extend({
  status: z.enum(['done', 'pending']),
  transfer_id: Uuid.nullable(),
  approval_id: z.int().nullable(),
  available: Coins.nullable(),
});
export type AdjustReply = z.infer<typeof AdjustReply>;

export const Rewards = z.object({ balance: Coins });
export type Rewards = z.infer<typeof Rewards>;
export const FundRewardsBody = z.object({ bid_points: Amount, reason: AdjustBody.shape.reason });
export type FundRewardsBody = z.infer<typeof FundRewardsBody>;

/**
 * Why a second operator must approve: the amount alone, the operator's or the wallet's sum in 24 hours or in 30 days, or
 * the kind of change.
 */
export const ApprovalReason = z.enum([
  'amount',
  'operator_sum',
  'wallet_sum',
  'operator_month',
  'wallet_month',
  'always',
]);
export type ApprovalReason = z.infer<typeof ApprovalReason>;
/** Why an operator may not approve: the error code that the reply would have. */
export const ApprovalBlock = z.enum([
  'OWN_REQUEST',
  'OWN_BENEFIT',
  'SAME_PROMOTION',
  'SAME_DEVICE',
  'TOO_NEW_TO_APPROVE',
  'REQUESTER_NOT_OPERATOR',
  'FORBIDDEN',
  'RIGHT_NEEDED',
]);
export type ApprovalBlock = z.infer<typeof ApprovalBlock>;

export const Approval = z.object({
  id: z.int(),
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  /** Full name and username of the user concerned, where the change concerns one. */
  subject_name: z.string().nullable(),
  subject_username: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  why: ApprovalReason,
  /** What deciding it needs (S8). */
  right: Right,
  status: z.enum(['pending', 'approved', 'rejected']),
  requested_by: z.string(),
  requested_at: IsoTime,
  decided_by: z.string().nullable(),
  decided_at: IsoTime.nullable(),
  /** Null once it is decided. */
  waits_for: z
    .object({
      /** Usernames of the operators who may approve it now. */
      approvers: z.array(z.string()),
      /** When the earliest new operator's waiting time ends, if no operator may approve now. */
      approver_from: IsoTime.nullable(),
      /** Why the caller may not approve it; null if the caller may. */
      block: ApprovalBlock.nullable(),
      /** Whether the caller may reject it. */
      may_reject: z.boolean(),
    })
    .nullable(),
});
export type Approval = z.infer<typeof Approval>;
export const ApprovalsQuery = z.object({ status: z.enum(['pending', 'approved', 'rejected']).optional() });

export const Setting = z.object({
  id: z.string(),
  value: z.unknown(),
  default_value: z.unknown(),
  /** What operators call it, and the part of the product that it belongs to. */
  name: z.string(),
  group: z.string(),
  /** The id of its rule. */
  rule: z.string(),
  /** What it does with this value. */
  description: z.string(),
  /** As in `SettingWords`: they describe a change before it is saved. */
  effect: z.string(),
  effect_off: z.string().nullable(),
  unit: z.string(),
  /** Which changes need a second operator (O3a). */
  weaker_if: z.enum(weakerIfs).nullable(),
  /** Whether it is a code, of which `value` has only the last characters. */
  is_secret: z.boolean(),
  updated_at: IsoTime.nullable(),
});
export type Setting = z.infer<typeof Setting>;
export const SettingParams = z.object({ id: boundedString(64) });
/** The reason is recorded in the audit log. */
export const EditSettingBody = z.object({ value: z.unknown(), reason: AdjustBody.shape.reason.optional() });

export const AuditLogEntry = z.object({
  id: z.int(),
  at: IsoTime,
  realm: z.int(),
  operator: z.string(),
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditLogEntry = z.infer<typeof AuditLogEntry>;
export const AuditLogQuery = z.object({
  action: boundedString(64).optional(),
  subject_kind: boundedString(64).optional(),
  subject_id: boundedString(64).optional(),
  realm: RealmFilter,
  /** The username. */
  operator: boundedString(50).optional(),
  /** Days of Africa/Lagos, both included. */
  from: Day.optional(),
  to: Day.optional(),
});

/** O5. */
export const NewLoadTestBody = z.object({
  users: z.int().min(1).max(20_000),
  bid_points: z.int().min(0).max(1_000_000_000),
});
export const LoadTest = z.object({
  id: z.int(),
  users: z.array(z.object({ id: Uuid, username: z.string(), token: z.string(), wallet_address: z.string() })),
});
export type LoadTest = z.infer<typeof LoadTest>;

/** S8: the own role, and the right that each command of the console needs, by its route: `POST /admin/mails/:id/retry`. */
export const OwnRights = z.object({ role: OperatorRole, commands: z.record(z.string(), Right) });
export type OwnRights = z.infer<typeof OwnRights>;

/** A load test that no operator ends is ended this long after its creation. */
export const LOAD_TEST_LIFE_MS = 86_400_000;
const LoadTestState = z.enum(['running', 'ending', 'ended']);
/** A realm of a load test, as it was created. */
export const ListedLoadTest = z.object({
  id: z.int(),
  created_by: z.string().nullable(),
  created_at: IsoTime,
  /** When it ended; of a running one when it ends by itself. */
  ends_at: IsoTime,
  state: LoadTestState,
  users: z.int(),
  /** Of all its players together. */
  bid_points: Coins,
});
export type ListedLoadTest = z.infer<typeof ListedLoadTest>;
export const LoadTestsQuery = z.object({ state: LoadTestState.optional() });
