import { z } from 'zod';
import { Email, FullName, OneTimeCode, Username } from './auth.ts';
import { subjectKinds } from './live-subjects.ts';
import { boundedString } from './text.ts';
import { Coins, Uuid } from './wire.ts';

/** The text fields of PUT /user/profile, multipart/form-data (W17). The picture is the file `profile`. */
export const ProfileFields = z.object({
  full_name: FullName,
  username: Username,
  email: Email,
  /** Removes the picture. */
  remove_profile: z.enum(['true', 'false']).optional(),
});
export type ProfileFields = z.infer<typeof ProfileFields>;

export const ConfirmEmailBody = z.object({ code: OneTimeCode });

/** Reply of GET /user/referrals, newest first (X1). X-Total-Count has the number of all. */
export const Referrals = z.array(z.object({ id: Uuid, username: z.string() }));
export type Referrals = z.infer<typeof Referrals>;

/** What prevents a deletion, by cause (S7). */
const deletionBlockKinds = [
  'held',
  ...subjectKinds,
  'cart',
  'order',
  'payment',
  'card_payment',
  'dispute',
  'payout',
  'trade',
  'debt',
  'bet',
  'task',
  'reward',
  'last_operator',
] as const;
export const DeletionBlock = z.object({
  kind: z.enum(deletionBlockKinds),
  /** For people: what it is, e.g. the name of the auction; for a card payment the time until which it can be reversed. */
  details: z.string(),
  /** Coins, where the cause has an amount. */
  bid_points: Coins.nullable(),
  /** The page that shows it; null without one. */
  path: z.string().nullable(),
});
export type DeletionBlock = z.infer<typeof DeletionBlock>;

/** Why operators should look closer at a player. */
export const PlayerFlag = z.enum(['suspended', 'owes', 'disputed', 'on_break', 'referrals', 'other_name']);
export type PlayerFlag = z.infer<typeof PlayerFlag>;
/** What is pending of a player, for operators: the same facts without the player's pages (O1). */
export const PendingOfUser = z.object({
  items: z.array(DeletionBlock.omit({ path: true })),
  flags: z.array(PlayerFlag),
});
export type PendingItem = z.infer<typeof PendingOfUser>['items'][number];

/** Reply of GET /user/deletion-preview. */
export const DeletionPreview = z.object({
  blocks: z.array(DeletionBlock),
  /** Coins to forfeit: available and bonus. */
  bid_points: Coins,
  /** Task coins to forfeit. */
  task_coin: Coins,
  /** Whether the deletion needs the password; users without one confirm with Google. */
  needs_password: z.boolean(),
});
export type DeletionPreview = z.infer<typeof DeletionPreview>;

/** S7. A missing `forfeit` is refused while there are coins. */
export const DeleteAccountBody = z.object({
  password: boundedString(200).optional(),
  forfeit: z.boolean().optional(),
});
export type DeleteAccountBody = z.infer<typeof DeleteAccountBody>;
