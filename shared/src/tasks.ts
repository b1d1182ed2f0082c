import { z } from 'zod';
import { SeveralIds } from './decided-several.ts';
import { MAX_UPLOAD_BODY_BYTES } from './task-limits.ts';
import { boundedString, paragraphText } from './text.ts';
import { Amount, Coins, IdText, IsoTime, Message, RealmFilter, Uuid } from './wire.ts';

export * from './task-limits.ts';

/** T7: `open` before the first upload. */
export const TaskStatus = z.enum(['open', 'pending', 'approved', 'rejected']);
export type TaskStatus = z.infer<typeof TaskStatus>;
/** A task of GET /task/tasks, newest first, with the state of the caller's last upload. */
export const SocialTask = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  /** Of an upload: the reward as it was then. */
  task_coin_reward: Coins,
  /** An https address, which START opens. */
  urlLink: z.string(),
  status: TaskStatus,
  /** Why the last upload was rejected. */
  reason: z.string().nullable(),
  /** How many more uploads are possible: 0 while one is pending, after an approval, and after the last rejection. */
  uploads_left: z.int(),
  uploaded_at: IsoTime.nullable(),
  decided_at: IsoTime.nullable(),
  /** Path of the caller's last picture, which needs the token; null when there is none any more. */
  screenshot: z.string().nullable(),
});
export type SocialTask = z.infer<typeof SocialTask>;

/** A data URL of a PNG, JPEG or WebP of at most 2 MB. */
export const UploadBody = z.object({
  screenshot: boundedString(MAX_UPLOAD_BODY_BYTES).regex(
    /^data:image\/(?:png|jpeg|webp);base64,/,
    'must be the data URL of a PNG, JPEG or WebP picture',
  ),
});
export type UploadBody = z.infer<typeof UploadBody>;
export const UploadReply = Message.extend({ task: SocialTask });
export type UploadReply = z.infer<typeof UploadReply>;

/** `ready`: the number of friends is reached, and the reward is paid when the caller verifies. */
const ReferralTaskStatus = z.enum(['open', 'ready', 'rewarded']);
/** A task of GET /task/referral-tasks, newest first. */
export const ReferralTask = z.object({
  id: z.int(),
  required_referrals: z.int(),
  task_coin_reward: Coins,
  /** Friends who registered with the caller's code and were not deleted; at most 10,000 are counted. */
  referrals: z.int(),
  status: ReferralTaskStatus,
  rewarded_at: IsoTime.nullable(),
});
export type ReferralTask = z.infer<typeof ReferralTask>;
export const VerifyReply = Message.extend({ task: ReferralTask });
export type VerifyReply = z.infer<typeof VerifyReply>;

/** GET /task/convert: what POST /task/convert would do now. */
export const ConvertTerms = z.object({
  /** Task coins for one bonus coin; 0 while conversion is switched off. */
  rate: z.int(),
  task_coin: Coins,
  /** The most task coins that can be converted: a multiple of the rate. */
  convertible: Coins,
  /** Bonus coins for these. */
  bid_points: Coins,
});
export type ConvertTerms = z.infer<typeof ConvertTerms>;
export const ConvertBody = z.object({
  task_coin: Amount,
  /** The rate that the user saw; when there is another one by now, nothing is converted. */
  rate: z.int().min(1).max(1_000_000).optional(),
});
export type ConvertBody = z.infer<typeof ConvertBody>;
export const ConvertReply = Message.extend({
  /** Converted task coins. */
  task_coin: Coins,
  /** Bonus coins received for them. */
  bid_points: Coins,
  rate: z.int(),
});
export type ConvertReply = z.infer<typeof ConvertReply>;

// Operators

export const AdminTask = z.object({
  id: z.int(),
  realm: z.int(),
  title: z.string(),
  description: z.string(),
  task_coin_reward: Coins,
  urlLink: z.string(),
  is_active: z.boolean(),
  /** Uploads by status. */
  pending: z.int(),
  approved: z.int(),
  rejected: z.int(),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export type AdminTask = z.infer<typeof AdminTask>;
export const AdminReferralTask = z.object({
  id: z.int(),
  realm: z.int(),
  required_referrals: z.int(),
  task_coin_reward: Coins,
  is_active: z.boolean(),
  /** Users who were rewarded. */
  rewarded: z.int(),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export type AdminReferralTask = z.infer<typeof AdminReferralTask>;
export const UploadStatus = TaskStatus.exclude(['open']);
export type UploadStatus = z.infer<typeof UploadStatus>;
/** An upload in the operators' queue. */
export const AdminTaskUpload = z.object({
  id: z.int(),
  realm: z.int(),
  status: UploadStatus,
  task_id: z.int(),
  task: z.string(),
  user_id: Uuid,
  username: z.string(),
  full_name: z.string(),
  /** The reward, as it was at the upload. */
  task_coin_reward: Coins,
  /** 1 for the first upload of this user and task; each repetition adds 1. */
  attempt: z.int(),
  /** T1: pending for more than 48 hours. */
  overdue: z.boolean(),
  /** When a pending upload becomes overdue. */
  due_at: IsoTime,
  /** Path of the picture, which needs the operator's token; null when it was erased. */
  screenshot: z.string().nullable(),
  /** Earlier uploads of other users, or for other tasks, with the same pixels; at most 100 are counted. */
  same_pictures: z.int(),
  reason: z.string().nullable(),
  created_at: IsoTime,
  decided_at: IsoTime.nullable(),
  /** The operator's username. */
  decided_by: z.string().nullable(),
  /** What was decided for this user before. */
  history: z.object({ approved: z.int(), rejected: z.int(), registered_at: IsoTime }),
});
export type AdminTaskUpload = z.infer<typeof AdminTaskUpload>;
/** `q` finds a part of the username or the number of the upload. */
export const AdminTaskUploadsQuery = z.object({
  status: UploadStatus.optional(),
  /** Only pending ones that are overdue. */
  overdue: z.literal('true').optional(),
  task_id: IdText.optional(),
  user_id: Uuid.optional(),
  realm: RealmFilter,
  q: boundedString(120).optional(),
});

export const ApproveUploadsBody = z.object({ ids: SeveralIds });
export type ApproveUploadsBody = z.infer<typeof ApproveUploadsBody>;
export const RejectUploadsBody = z.object({ ids: SeveralIds, reason: paragraphText(500).min(1) });
export type RejectUploadsBody = z.infer<typeof RejectUploadsBody>;
