import { userRoom } from '@copup/shared/room-names.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { brokenConstraint, CHECK_VIOLATION, sqlState } from '../db/pg-errors.ts';
import { hashInput } from '../db/with-stored-reply.ts';
import { invariant, Refusal } from '../errors.ts';
import type { Subject } from '../subject.ts';
import {
  type Account,
  accountId,
  assertAmount,
  debtorsAmong,
  fundIdsOf,
  lockMissingFunds,
  ownersOf,
  type Unit,
} from './accounts.ts';
import { takeRecoveries } from './receivables.ts';
import { lockMissingWallets } from './wallets.ts';

/** The kinds of transfers (L2). */
export const transferKinds = [
  'purchase',
  'chargeback',
  'recovery',
  'send',
  'send_charge',
  'entry_fee',
  'bid_hold',
  'bid_release',
  'bid_capture',
  'buy_now',
  'ticket',
  'prize',
  'refund',
  'bet_stake',
  'bet_settle',
  'bet_fee',
  'payout_hold',
  'payout_release',
  'payout_capture',
  'payout_return',
  'trade_reserve',
  'trade',
  'escrow_return',
  'stock_in',
  'stock_out',
  'affiliate_reward',
  'spin_prize',
  'task_reward',
  'task_convert',
  'subsidy',
  'subsidy_return',
  'forfeit',
  'fund',
  'adjust',
  'welcome',
  'chargeback_return',
] as const;
export type TransferKind = (typeof transferKinds)[number];

export interface NewPosting {
  from: Account;
  to: Account;
  /** At least 1. */
  amount: number;
  /** `coin` by default; task coins are `task`. */
  unit?: Unit;
}

export interface NewTransfer {
  /** UUIDv7. */
  id: string;
  kind: TransferKind;
  realm: number;
  subject: Subject;
  /** Identifies the effect: (kind, key) is unique for ever. */
  key: string;
  /** Hashed and stored, so that the reuse of a key for a different input is detected. */
  input?: unknown;
  /** Applied in this order. */
  postings: readonly NewPosting[];
}

/**
 * Moves coins: inserts the transfers and their postings in one statement each, in the order given. First locks wallets
 * and funds that the transaction has not locked yet, in the order of their ids. Invalidates the rooms `user:{id}` at
 * the commit (L9). Throws NOT_ENOUGH_COINS when a balance would fall below 0, as a second check behind the callers'
 * own; a (kind, key) that exists already violates `transfers_once`. Both abort the transaction.
 *
 * Coins that arrive in a wallet's `available` first repay what its user owes (X5), as transfers of
 * their own. A balance that the caller computed before does not contain these.
 */
export async function postTransfers(tx: Transaction, transfers: readonly NewTransfer[]): Promise<void> {
  if (transfers.length === 0) return;
  await writeTransfers(tx, transfers);
  const ends = transfers.flatMap(({ postings }) => postings.map(({ to }) => to));
  await repayFrom(
    tx,
    ends.flatMap((to) => (to.kind === 'available' ? [to.id] : [])),
  );
}

/** Takes from these users what they owe and have available (X5). Lock the wallets before; without debts it sends no statement. */
export async function repayFrom(tx: Transaction, userIds: readonly string[]): Promise<void> {
  const debtors = debtorsAmong(tx, userIds);
  if (debtors.length > 0) await writeTransfers(tx, await takeRecoveries(tx, debtors));
}

async function writeTransfers(tx: Transaction, transfers: readonly NewTransfer[]): Promise<void> {
  if (transfers.length === 0) return;
  tx.moveCoins();
  const postings = transfers.flatMap((transfer) => {
    invariant(transfer.postings.length > 0, `transfer ${transfer.kind} ${transfer.key} moves nothing`);
    return transfer.postings.map((posting, no) => ({ ...posting, transfer, no }));
  });
  for (const posting of postings) assertAmount(posting.amount);
  const ends = postings.flatMap(({ from, to }) => [from, to]);
  const owners = ownersOf(ends);
  // Wallets by id, then funds by id: the lock order of all transactions (L5).
  await lockMissingWallets(tx, owners);
  await lockMissingFunds(tx, fundIdsOf(ends));
  const transferred = tx.client.query({
    name: 'post-transfers',
    text: `INSERT INTO transfers (id, kind, realm, subject_kind, subject_id, key, input_hash)
      SELECT * FROM unnest($1::uuid[], $2::text[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::bytea[])`,
    values: [
      transfers.map((transfer) => transfer.id),
      transfers.map((transfer) => transfer.kind),
      transfers.map((transfer) => transfer.realm),
      transfers.map((transfer) => transfer.subject.kind),
      transfers.map((transfer) => transfer.subject.id),
      transfers.map((transfer) => transfer.key),
      transfers.map((transfer) => hashInput(transfer.input)),
    ],
  });
  const posted = refusingOverdrafts(() =>
    tx.client.query({
      name: 'post-postings',
      text: `INSERT INTO posting_batches VALUES ($1::uuid[], $2::smallint[], $3::integer[], $4::coin_unit[], $5::bigint[],
        $6::account_kind[], $7::uuid[], $8::account_kind[], $9::uuid[])`,
      values: [
        postings.map((posting) => posting.transfer.id),
        postings.map((posting) => posting.no),
        postings.map((posting) => posting.transfer.realm),
        postings.map((posting) => posting.unit ?? 'coin'),
        postings.map((posting) => posting.amount),
        postings.map((posting) => posting.from.kind),
        postings.map((posting) => accountId(posting.from)),
        postings.map((posting) => posting.to.kind),
        postings.map((posting) => accountId(posting.to)),
      ],
    }),
  );
  // Sent without waiting in between; the second fails with the first, whose error comes first.
  await Promise.all([transferred, posted]);
  invalidateOwners(tx, owners);
}

export interface FoundTransfer {
  id: string;
  inputHash: Buffer;
}

/** Finds the effect that already has this key. Call it under the lock that every writer of this key takes. */
export async function findTransfer(
  tx: Transaction,
  kind: TransferKind,
  key: string,
): Promise<FoundTransfer | undefined> {
  const { rows } = await tx.client.query<FoundTransfer>({
    name: 'find-transfer',
    text: `SELECT t.id, t.input_hash AS "inputHash" FROM transfer_keys k JOIN transfers t ON t.id = k.transfer_id
      WHERE k.kind = $1 AND k.key = $2`,
    values: [kind, key],
  });
  return rows[0];
}

/** Converts the database's refusal of a negative balance into NOT_ENOUGH_COINS. */
export async function refusingOverdrafts<Result>(statement: () => Promise<Result>): Promise<Result> {
  try {
    return await statement();
  } catch (error) {
    throw explainOverdraft(error);
  }
}

/** Returns NOT_ENOUGH_COINS for the database's refusal of a negative balance, and any other error unchanged. */
export function explainOverdraft(error: unknown): unknown {
  const isOverdraft =
    sqlState(error) === CHECK_VIOLATION && brokenConstraint(error)?.endsWith('_not_negative') === true;
  if (!isOverdraft) return error;
  return new Refusal('NOT_ENOUGH_COINS', 'There are not enough coins for this.', { cause: error });
}

export function invalidateOwners(tx: Transaction, userIds: Iterable<string>): void {
  for (const userId of userIds) tx.invalidate(userRoom(userId));
}
