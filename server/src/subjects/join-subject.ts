import type { PayWith } from '@copup/shared/entry-payments.ts';
import type { PaidFee } from '@copup/shared/prize-shares.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import { withStoredReply } from '../db/with-stored-reply.ts';
import type { Deps } from '../deps.ts';
import { invariant } from '../errors.ts';
import { postTransfers } from '../ledger/post-transfers.ts';
import { lockWallets, splitSpend } from '../ledger/wallets.ts';
import { invalidateUserRooms } from '../notifications/notices.ts';
import { requirePlayAllowed } from '../responsible-play/restrictions.ts';
import type { Viewer } from '../sessions/sessions.ts';
import { enterGate } from './gate.ts';
import { entryKey, type SubjectKind, type SubjectRow, subjectOf } from './subject-kind.ts';
import { findSubject } from './subject-rows.ts';

export interface JoinSubject {
  id: number;
  /** The route has checked that the viewer is not an operator (X13). */
  viewer: Pick<Viewer, 'userId' | 'realm'>;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
  /** The name of the call in the stored replies, e.g. `auction/pay-entry`. */
  route: string;
  /** Bonus coins first by default. */
  payWith?: PayWith | undefined;
  /** Inputs of the call beside the subject and `payWith` (P6). */
  input?: Readonly<Record<string, unknown>>;
}

/** The cost of an entry, by the parts of the wallet that paid it. */
export interface Paid extends PaidFee {
  /** Null when the entry is free. */
  transferId: string | null;
}

/**
 * Takes the entry fee once, bonus coins first unless `payWith` says otherwise (A2, L6, X7), and returns the reply of
 * `complete`, which may write further rows of the entry. A second attempt is refused with the kind's `alreadyJoined` and
 * moves nothing; the same Idempotency-Key returns the first reply (P6).
 */
export async function joinSubject<Row extends SubjectRow, Reply>(
  deps: Pick<Deps, 'db' | 'newId'>,
  kind: SubjectKind<Row>,
  command: JoinSubject,
  complete: (tx: Transaction, row: Row, paid: Paid) => Reply | Promise<Reply>,
): Promise<Reply> {
  const { id, viewer, key, route, payWith, input: own } = command;
  const input = { ...own, payWith };
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(tx, { userId: viewer.userId, route, subject: String(id), key, input }, async () => {
      const { row, paid } = await join(tx, deps, kind, command);
      return { status: 200, reply: await complete(tx, row, paid) };
    }),
  );
  return reply;
}

async function join<Row extends SubjectRow>(
  tx: Transaction,
  deps: Pick<Deps, 'newId'>,
  kind: SubjectKind<Row>,
  { id, viewer: { userId, realm }, payWith }: JoinSubject,
): Promise<{ row: Row; paid: Paid }> {
  const { table, subjectId } = kind.entries;
  await enterGate(tx, kind, id);
  const row = await findSubject<Row>(tx, kind, id);
  if (!row || row.realm !== realm) throw kind.errors.notFound();
  const refusal = kind.refuseEntry(row, await tx.clock());
  if (refusal) throw refusal;
  const wallet = (await lockWallets(tx, [userId])).get(userId);
  invariant(wallet, `user ${userId} has no wallet`);
  // Read under the wallet's lock, which serializes two attempts of one user.
  const { rows: known } = await tx.client.query<{ hasJoined: boolean; leaves: number }>({
    name: `${table}-exists`,
    text: `SELECT EXISTS (SELECT FROM ${table} WHERE ${subjectId} = $1 AND user_id = $2) AS "hasJoined",
      (SELECT count(*)::int FROM left_entries WHERE (subject_kind, subject_id, user_id) = ($3, $1, $2)) AS leaves`,
    values: [id, userId, kind.name],
  });
  if (known[0]?.hasJoined) throw kind.errors.alreadyJoined();
  const barred = await kind.refuseEntrant?.(tx, row, userId);
  if (barred) throw barred;
  const fee = kind.entryFee(row);
  await requirePlayAllowed(tx, wallet, fee);
  const spend = splitSpend(wallet, fee, payWith);
  if (!spend) throw kind.errors.notEnoughCoins();
  const transferId = fee > 0 ? deps.newId() : null;
  if (transferId !== null) {
    const to = kind.feeAccount(row);
    await postTransfers(tx, [
      {
        id: transferId,
        kind: 'entry_fee',
        realm,
        subject: subjectOf(kind, id),
        key: entryKey(kind, id, userId, known[0]?.leaves),
        postings: (['bonus', 'available'] as const)
          .filter((part) => spend[part] > 0)
          .map((part) => ({ from: { kind: part, id: userId }, to, amount: spend[part] })),
      },
    ]);
  } else {
    await invalidateUserRooms(tx, [userId]);
  }
  await tx.client.query({
    name: `${table}-insert`,
    text: `INSERT INTO ${table} (${subjectId}, user_id, transfer_id, paid_available, paid_bonus)
      VALUES ($1, $2, $3, $4, $5)`,
    values: [id, userId, transferId, spend.available, spend.bonus],
  });
  return { row, paid: { transferId, ...spend } };
}
