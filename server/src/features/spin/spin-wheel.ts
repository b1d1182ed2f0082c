import { drawSegment, MAX_SPIN_RESULT, type SpinResult, spinSegments } from '@copup/shared/spin-proof.ts';
import type { SpinReply } from '@copup/shared/spins.ts';
import { eq } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { nodeHashes } from '../../fairness/node-hashes.ts';
import { fixClientSeedsLast, readSeeds } from '../../fairness/server-seeds.ts';
import { ensureFund, lockFunds } from '../../ledger/accounts.ts';
import { type NewTransfer, postTransfers } from '../../ledger/post-transfers.ts';
import { issueRewards, rewardsOf } from '../../ledger/rewards.ts';
import { lockWallets } from '../../ledger/wallets.ts';
import { requirePlayAllowed } from '../../responsible-play/restrictions.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { toSpinReply } from './read-spin.ts';
import { addToSpinDay, isWithinBudget, lockSpinDay } from './spin-day.ts';
import { WHEEL } from './spin-subject.ts';
import { alreadySpun, comeBackTomorrow, spinLocked, spinUnfunded } from './spins.errors.ts';
import { spins } from './spins.tables.ts';
import { isUnlocked } from './unlock-spin.ts';

export type SpinDeps = Pick<Deps, 'db' | 'newId' | 'settings' | 'config'>;

export interface Spin {
  /** The route has checked that the viewer is not an operator (X13). */
  viewer: Pick<Viewer, 'userId' | 'realm'>;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/**
 * Spins the wheel of a user, once ever (B1): the spins of a user run one after another under the wallet's lock, those of
 * a day under the lock of its budget. A spin is refused before the draw, so that a refusal does not depend on what would
 * have been drawn, and the user keeps it.
 */
export async function spinWheel(deps: SpinDeps, { viewer, key }: Spin): Promise<SpinReply> {
  const { userId } = viewer;
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(tx, { userId, route: 'user/spin', subject: '', key, input: {} }, async () => {
      const wallet = (await lockWallets(tx, [userId])).get(userId);
      invariant(wallet, `user ${userId} has no wallet`);
      const [spun] = await tx.orm.select({ at: spins.spunAt }).from(spins).where(eq(spins.userId, userId));
      if (spun) throw alreadySpun();
      // A spin costs nothing: only a break refuses it (G2).
      await requirePlayAllowed(tx, wallet, 0);
      if (!(await isUnlocked(tx, deps, userId))) throw spinLocked();
      return { status: 200, reply: await draw(tx, deps, viewer) };
    }),
  );
  return reply;
}

/** The user's wallet is locked. */
async function draw(tx: Transaction, deps: SpinDeps, viewer: Spin['viewer']): Promise<SpinReply> {
  const { userId, realm } = viewer;
  const spunAt = await tx.clock();
  const day = await lockSpinDay(tx, realm, spunAt);
  if (!isWithinBudget(day.spent, await deps.settings.read(tx, 'spinDailyCoins'))) throw comeBackTomorrow();
  const fund = await lockRewards(tx, deps, realm);
  if (fund.balance < MAX_SPIN_RESULT && realm === 0) throw spinUnfunded();
  const seeds = (await readSeeds(tx, deps, WHEEL, [userId])).get(userId);
  invariant(seeds, `user ${userId} unlocked the wheel without a seed`);
  const segment = drawSegment(seeds, nodeHashes);
  const result = spinSegments[segment] as SpinResult;
  const transferId = result === 0 ? null : await payPrize(tx, deps, viewer, { fund, result });
  await addToSpinDay(tx, realm, { day: day.day, result });
  await tx.orm.insert(spins).values({ userId, realm, segment, result, day: day.day, transferId, spunAt });
  fixClientSeedsLast(tx, WHEEL, [{ userId, clientSeed: seeds.clientSeed }]);
  return toSpinReply({ segment, result, spunAt }, seeds);
}

interface Rewards {
  id: string;
  balance: number;
}

/** Locks `rewards` of the realm, which it creates if missing, and returns the balance. */
async function lockRewards(tx: Transaction, { newId }: SpinDeps, realm: number): Promise<Rewards> {
  const { id } = await ensureFund(tx, newId(), rewardsOf(realm));
  const balance = (await lockFunds(tx, [id])).get(id)?.balance;
  invariant(balance !== undefined, `realm ${realm} has no rewards`);
  return { id, balance };
}

/** Moves the prize from `rewards` to the bonus coins (L6). Returns the id of the transfer. */
async function payPrize(
  tx: Transaction,
  { newId }: SpinDeps,
  { userId, realm }: Spin['viewer'],
  { fund, result: amount }: { fund: Rewards; result: number },
): Promise<string> {
  const transfers: NewTransfer[] = [];
  // As for subsidies: a load test's realm issues the missing coins.
  if (amount > fund.balance) {
    const missing = amount - fund.balance;
    transfers.push(
      issueRewards({
        id: newId(),
        realm,
        key: `spin:${userId}`,
        input: {},
        fundId: fund.id,
        amount: missing,
      }),
    );
  }
  const id = newId();
  const posting = {
    from: { kind: 'rewards' as const, id: fund.id },
    to: { kind: 'bonus' as const, id: userId },
    amount,
  };
  transfers.push({ id, kind: 'spin_prize', realm, subject: WHEEL, key: userId, postings: [posting] });
  await postTransfers(tx, transfers);
  return id;
}
