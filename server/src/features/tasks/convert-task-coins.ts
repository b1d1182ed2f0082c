import { inCoins } from '@copup/shared/coins.ts';
import type { ConvertReply, ConvertTerms } from '@copup/shared/tasks.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { ensureFund, lockFunds } from '../../ledger/accounts.ts';
import { type NewTransfer, postTransfers } from '../../ledger/post-transfers.ts';
import { issueRewards, rewardsOf } from '../../ledger/rewards.ts';
import { lockWallets, readWallets } from '../../ledger/wallets.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { convertible } from './task-rules.ts';
import {
  conversionOff,
  conversionUnfunded,
  notEnoughTaskCoins,
  notMultiple,
  rateDiffers,
} from './tasks.errors.ts';
import { taskConversions } from './tasks.tables.ts';
import { lockPlayer } from './upload-screenshot.ts';

type ConvertDeps = Pick<Deps, 'db' | 'newId' | 'settings'>;

export interface Convert {
  taskCoins: number;
  /** The rate that the user saw. */
  shownRate: number | undefined;
  viewer: Pick<Viewer, 'userId' | 'realm'>;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/** Returns the rate, and what the user's task coins would become (T7). */
export async function readConvertTerms(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  userId: string,
): Promise<ConvertTerms> {
  const rate = settings.get('taskCoinRate');
  const task = (await readWallets(db, [userId])).get(userId)?.task ?? 0;
  const { taskCoins, bidPoints } = convertible(task, rate);
  return { rate, task_coin: task, convertible: taskCoins, bid_points: bidPoints };
}

/**
 * Converts task coins to bonus coins from `rewards` (T7), by one transfer in each unit (L8). Refused when `rewards` has
 * not enough.
 */
export async function convertTaskCoins(deps: ConvertDeps, convert: Convert): Promise<ConvertReply> {
  const { taskCoins, shownRate, viewer, key } = convert;
  const input = { taskCoins, shownRate };
  const request = { userId: viewer.userId, route: 'task/convert', subject: '', key, input };
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(tx, request, async () => ({
      status: 200,
      reply: await convertLocked(tx, deps, convert),
    })),
  );
  return reply;
}

async function convertLocked(
  tx: Transaction,
  deps: ConvertDeps,
  { taskCoins, shownRate, viewer: { userId, realm } }: Convert,
): Promise<ConvertReply> {
  await lockPlayer(tx, userId);
  const wallet = (await lockWallets(tx, [userId])).get(userId);
  invariant(wallet, `user ${userId} has no wallet`);
  const rate = await deps.settings.read(tx, 'taskCoinRate');
  if (rate === 0) throw conversionOff();
  if (shownRate !== undefined && shownRate !== rate) throw rateDiffers(rate);
  if (taskCoins % rate !== 0) throw notMultiple(rate);
  if (taskCoins > wallet.task) throw notEnoughTaskCoins(wallet.task);
  const bidPoints = taskCoins / rate;
  const { fundId, missing } = await lockRewards(tx, deps, realm, bidPoints);
  const [row] = await tx.orm
    .insert(taskConversions)
    .values({ realm, userId, taskCoins, bidPoints, rate })
    .returning({ id: taskConversions.id });
  invariant(row, 'the insert of a conversion returned no row');
  const subject = { kind: 'task-conversion', id: String(row.id) };
  const key = `${subject.kind}:${row.id}`;
  const common = { kind: 'task_convert', realm, subject, input: { taskCoins, bidPoints } } as const;
  const transfers: NewTransfer[] = [
    {
      ...common,
      id: deps.newId(),
      key: `${key}:task`,
      postings: [
        { from: { kind: 'task', id: userId }, to: { kind: 'issuance' }, amount: taskCoins, unit: 'task' },
      ],
    },
    {
      ...common,
      id: deps.newId(),
      key: `${key}:coin`,
      postings: [
        { from: { kind: 'rewards', id: fundId }, to: { kind: 'bonus', id: userId }, amount: bidPoints },
      ],
    },
  ];
  if (missing > 0) {
    transfers.unshift(issueRewards({ id: deps.newId(), realm, key, input: {}, fundId, amount: missing }));
  }
  await postTransfers(tx, transfers);
  const message = `${inCoins(taskCoins, 'task')} became ${inCoins(bidPoints, 'bonus')}.`;
  return { message, task_coin: taskCoins, bid_points: bidPoints, rate };
}

/** Locks `rewards` of the realm, and returns how many coins it lacks. As for subsidies, a load test's realm issues them. */
async function lockRewards(
  tx: Transaction,
  { newId }: ConvertDeps,
  realm: number,
  amount: number,
): Promise<{ fundId: string; missing: number }> {
  const { id: fundId } = await ensureFund(tx, newId(), rewardsOf(realm));
  const balance = (await lockFunds(tx, [fundId])).get(fundId)?.balance;
  invariant(balance !== undefined, `realm ${realm} has no rewards`);
  const missing = Math.max(0, amount - balance);
  if (missing > 0 && realm === 0) throw conversionUnfunded();
  return { fundId, missing };
}
