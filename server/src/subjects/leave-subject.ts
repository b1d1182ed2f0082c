import { inCoins } from '@copup/shared/coins.ts';
import type { LeaveReply } from '@copup/shared/subjects.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import { withStoredReply } from '../db/with-stored-reply.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors.ts';
import { lockWallets } from '../ledger/wallets.ts';
import { invalidateUserRooms } from '../notifications/notices.ts';
import type { Viewer } from '../sessions/sessions.ts';
import { listCorrections } from './corrections.ts';
import { countLeaves } from './left-entries.ts';
import { type PaidEntry, postRefunds } from './refund-entries.ts';
import {
  entryKey,
  isOpen,
  isOver,
  roomsOf,
  type SubjectKind,
  type SubjectRow,
  subjectOf,
} from './subject-kind.ts';
import { lockSubject } from './subject-rows.ts';

export interface LeaveSubject {
  id: number;
  viewer: Pick<Viewer, 'userId' | 'realm'>;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/**
 * Returns an entry after a correction, with a refund to the parts of the wallet that paid it, until the first bid or the
 * start (A14). The user can enter again. The lock of the subject's row orders it with bids, the start and the end; the
 * wallet's lock with entries of the same user.
 */
export async function leaveSubject<Row extends SubjectRow>(
  deps: Pick<Deps, 'db' | 'newId'>,
  kind: SubjectKind<Row>,
  { id, viewer: { userId, realm }, key }: LeaveSubject,
): Promise<LeaveReply> {
  const request = { userId, route: `${kind.name}/leave`, subject: String(id), key, input: {} };
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(tx, request, async () => {
      const row = await lockSubject<Row>(tx, kind, id);
      if (!row || row.realm !== realm) throw kind.errors.notFound();
      await lockWallets(tx, [userId]);
      await assertMayLeave(tx, kind, row, userId);
      return { status: 200, reply: await leave(tx, deps, kind, row, userId) };
    }),
  );
  return reply;
}

async function assertMayLeave<Row extends SubjectRow>(
  tx: Transaction,
  kind: SubjectKind<Row>,
  row: Row,
  userId: string,
): Promise<void> {
  const now = await tx.clock();
  if (!isOpen(kind, row) || isOver(row, now)) throw kind.errors.ended();
  if (!kind.mayCorrect(row, now))
    throw new Refusal('CANNOT_LEAVE', 'You can leave only until the first bid or the start.');
  if ((await listCorrections(tx, kind, row.id, userId)).length === 0)
    throw new Refusal('CANNOT_LEAVE', 'You can leave only what was corrected after you entered.');
}

async function leave<Row extends SubjectRow>(
  tx: Transaction,
  deps: Pick<Deps, 'newId'>,
  kind: SubjectKind<Row>,
  row: Row,
  userId: string,
): Promise<LeaveReply> {
  const { table, subjectId } = kind.entries;
  const subject = subjectOf(kind, row.id);
  const { rows } = await tx.client.query<PaidEntry & { transferId: string | null; joinedAt: Date }>({
    name: `${table}-leave`,
    text: `DELETE FROM ${table} WHERE ${subjectId} = $1 AND user_id = $2
      RETURNING user_id AS "userId", paid_available AS "paidAvailable", paid_bonus AS "paidBonus",
        transfer_id AS "transferId", joined_at AS "joinedAt"`,
    values: [row.id, userId],
  });
  const entry = rows[0] as (typeof rows)[number];
  const no = ((await countLeaves(tx, subject, [userId])).get(userId) ?? 0) + 1;
  const paid = entry.paidAvailable + entry.paidBonus;
  const [refundedBy = null] =
    paid > 0
      ? await postRefunds(tx, deps, kind, row, [entry], () => `${entryKey(kind, row.id, userId)}:left:${no}`)
      : [];
  if (refundedBy === null) await invalidateUserRooms(tx, [userId]);
  await tx.client.query({
    name: 'left-entries-insert',
    text: `INSERT INTO left_entries (subject_kind, subject_id, user_id, no, transfer_id, paid_available, paid_bonus, joined_at, refunded_by)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      kind.name,
      row.id,
      userId,
      no,
      entry.transferId,
      entry.paidAvailable,
      entry.paidBonus,
      entry.joinedAt,
      refundedBy,
    ],
  });
  await kind.countLeave?.(tx, row);
  for (const room of roomsOf(kind, row)) tx.invalidate(room);
  return {
    message: paid > 0 ? `You have left. ${inCoins(paid)} came back to you.` : 'You have left.',
    transfer_id: refundedBy,
    returned_available: entry.paidAvailable,
    returned_bonus: entry.paidBonus,
  };
}
