import { paths } from '@copup/shared/page-paths.ts';
import type { DeleteAccountBody, DeletionBlock, DeletionPreview, PlayerFlag } from '@copup/shared/people.ts';
import { takeAttempt } from '../../accounts/sign-in-attempts.ts';
import { findUser, lockUsers } from '../../accounts/users.queries.ts';
import { type UserRow, users } from '../../accounts/users.tables.ts';
import type { ClientFacts } from '../../client-facts.ts';
import { and, eq, isNotNull, isNull } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import type { AccountDeletion } from '../../feature.ts';
import { closeWallet } from '../../ledger/close-wallet.ts';
import { sumReceivables } from '../../ledger/receivables.ts';
import { lockWallets, readWallets, type Wallet } from '../../ledger/wallets.ts';
import { requireRecentSignIn } from '../../sessions/recent-sign-in.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { eraseUser } from './erase-user.ts';
import {
  accountDeleted,
  deletionBlocked,
  forfeitNeeded,
  passwordNeeded,
  wrongPassword,
} from './profile.errors.ts';
import { storedAvatar } from './update-profile.ts';

export type DeletionDeps = Pick<
  Deps,
  | 'db'
  | 'log'
  | 'settings'
  | 'google'
  | 'sessions'
  | 'passwords'
  | 'limits'
  | 'newId'
  | 'randomBytes'
  | 'uploads'
>;

/** Returns everything that prevents the deletion, and the balance to forfeit. */
export async function previewDeletion(
  { db }: Pick<Deps, 'db'>,
  deletions: readonly AccountDeletion[],
  userId: string,
): Promise<DeletionPreview> {
  return inTransaction(db, async (tx) => {
    const user = await findUser(tx, userId);
    const wallet = (await readWallets(tx, [userId])).get(userId);
    invariant(user && wallet, `user ${userId} has no wallet`);
    return {
      blocks: await listBlocks(tx, deletions, user, wallet),
      bid_points: wallet.available + wallet.bonus,
      task_coin: wallet.task,
      needs_password: user.passwordHash !== null,
    };
  });
}

/** Lists what is pending of any user, and the flags of this user; throws USER_NOT_FOUND. */
export async function readPending(
  { db }: Pick<Deps, 'db'>,
  deletions: readonly AccountDeletion[],
  userId: string,
): Promise<{ blocks: DeletionBlock[]; flags: PlayerFlag[] }> {
  return inTransaction(db, async (tx) => {
    const user = await findUser(tx, userId);
    const wallet = (await readWallets(tx, [userId])).get(userId);
    if (!user || !wallet) throw new Refusal('USER_NOT_FOUND', 'User not found.');
    const { rows } = await tx.client.query<{ flag: PlayerFlag }>({
      name: 'player-flags',
      text: `SELECT 'suspended' AS flag FROM suspensions WHERE user_id = $1 AND ends_at > statement_timestamp()
        UNION SELECT 'owes' FROM wallets WHERE user_id = $1 AND owes
        UNION SELECT 'disputed' FROM card_reversals WHERE user_id = $1 AND state = 'open'
        UNION SELECT 'on_break' FROM play_limits
          WHERE user_id = $1 AND greatest(time_out_until, excluded_until) > statement_timestamp()
        UNION SELECT 'referrals' FROM affiliate_referrals WHERE flags <> '{}' AND (user_id = $1 OR referrer_id = $1)
        UNION SELECT 'other_name' FROM payouts WHERE user_id = $1 AND name_differs ORDER BY flag`,
      values: [userId],
    });
    return {
      blocks: await listBlocks(tx, deletions, user, wallet),
      flags: rows.map(({ flag }) => flag),
    };
  });
}

/**
 * Deletes the caller's account (S7). Locks the user and the wallet, then decides: a command that moves coins of this
 * user either committed before and is seen, or finds an empty, closed wallet. Every session ends within a second.
 */
export async function deleteAccount(
  deps: DeletionDeps,
  deletions: readonly AccountDeletion[],
  viewer: Viewer,
  { body, client }: { body: DeleteAccountBody; client: ClientFacts },
): Promise<void> {
  await proveOwner(deps, viewer, body.password, client);
  const avatar = await inTransaction(deps.db, async (tx) => {
    const user = await lockWithOwners(tx, viewer);
    if (!user || user.deletedAt) throw accountDeleted();
    const wallet = (await lockWallets(tx, [user.id])).get(user.id);
    invariant(wallet, `user ${user.id} has no wallet`);
    const blocks = await listBlocks(tx, deletions, user, wallet);
    if (blocks.length > 0) throw deletionBlocked(blocks);
    const coins = { bid_points: wallet.available + wallet.bonus, task_coin: wallet.task };
    if (coins.bid_points + coins.task_coin > 0 && body.forfeit !== true) throw forfeitNeeded(coins);
    await closeWallet(tx, deps, wallet);
    for (const { erase } of deletions) await erase?.(tx, user.id);
    await eraseUser(tx, deps, user);
    await deps.sessions.end(tx, { userId: user.id, reason: 'account deleted' });
    return storedAvatar(user.profile);
  });
  await deps.sessions.readChanges();
  if (avatar !== null) await deps.uploads.removeAvatar(avatar);
}

/** Checks the password with the limits of a sign-in (S2a); users without one need a recent sign-in. */
async function proveOwner(
  deps: DeletionDeps,
  viewer: Viewer,
  password: string | undefined,
  { address, network }: ClientFacts,
): Promise<void> {
  const user = await findUser(deps.db, viewer.userId);
  if (!user || user.deletedAt) throw accountDeleted();
  if (user.passwordHash === null) return requireRecentSignIn(deps, viewer);
  if (!password) throw passwordNeeded();
  const attempt = takeAttempt(deps.limits, {
    account: user.email ?? user.id,
    address,
    // A session has a limit of its own, which others cannot use up.
    knownDevice: viewer.sessionId,
  });
  if (!(await deps.passwords.verify(user.passwordHash, password, network))) throw wrongPassword();
  attempt.succeeded();
}

/** Locks the user; for an owner all owners, so that two who delete their accounts see each other's deletion. */
async function lockWithOwners(
  tx: Transaction,
  { userId, operatorRole }: Viewer,
): Promise<UserRow | undefined> {
  const owners = operatorRole === 'owner' ? await listOwners(tx) : [];
  return (await lockUsers(tx, [userId, ...owners])).get(userId);
}

async function listOwners(tx: Transaction): Promise<string[]> {
  const rows = await tx.orm
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.operatorSince), eq(users.operatorRole, 'owner'), isNull(users.deletedAt)));
  return rows.map(({ id }) => id);
}

async function listBlocks(
  tx: Transaction,
  deletions: readonly AccountDeletion[],
  user: UserRow,
  { held }: Wallet,
): Promise<DeletionBlock[]> {
  const blocks: DeletionBlock[] = [];
  if (held > 0) blocks.push({ kind: 'held', details: '', bid_points: held, path: paths.timeline });
  const owed = await sumReceivables(tx, user.id);
  if (owed > 0) blocks.push({ kind: 'debt', details: '', bid_points: owed, path: paths.buy });
  if (user.operatorRole === 'owner' && (await listOwners(tx)).length < 2) {
    blocks.push({ kind: 'last_operator', details: '', bid_points: null, path: null });
  }
  for (const deletion of deletions) blocks.push(...(await deletion.blocks(tx, user.id)));
  return blocks;
}
