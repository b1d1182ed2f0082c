import { inTransaction } from '../db/in-transaction.ts';
import { withStoredReply } from '../db/with-stored-reply.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors.ts';
import { recordChange } from './corrections.ts';
import { assertTimes } from './draft.ts';
import { scheduleSubject } from './schedule.ts';
import type { SubjectKind, SubjectRow } from './subject-kind.ts';
import { lockEditable, noteEdit } from './write-subject.ts';

export interface ExtendSubject {
  id: number;
  operatorId: string;
  endDate: Date;
  /** The end that the operator saw; FACTS_CHANGED is thrown when it is another one. */
  seenEndDate: Date;
  reason: string;
  /** The operator's Idempotency-Key (P6). */
  key?: string | undefined;
}

/**
 * Moves the end of an open subject later and records it for the notices of the entrants (A14). The lock of the subject's
 * row orders it with bids and the close, which compares the end under the same lock.
 */
export async function extendSubject<Row extends SubjectRow>(
  deps: Pick<Deps, 'db' | 'jobs'>,
  kind: SubjectKind<Row>,
  { id, operatorId, endDate, seenEndDate, reason, key }: ExtendSubject,
): Promise<void> {
  let extended: Row | undefined;
  const request = {
    userId: operatorId,
    route: `admin/${kind.name}/extend`,
    subject: String(id),
    key,
    input: { endDate: endDate.toISOString(), seenEndDate: seenEndDate.toISOString(), reason },
  };
  await inTransaction(deps.db, (tx) =>
    withStoredReply(tx, request, async () => {
      const { row, now } = await lockEditable(tx, kind, id);
      if (row.endDate.getTime() !== seenEndDate.getTime()) throw endMoved(row.endDate);
      assertTimes({ startsAt: row.startsAt, endDate }, now);
      if (endDate <= row.endDate) throw notLater();
      const moved = (kind.endColumns ?? []).map((column) => `, ${column} = ${column} + ($2 - end_date)`);
      await tx.client.query({
        name: `${kind.table}-extend`,
        text: `UPDATE ${kind.table} SET version = version + 1, end_date = $2${moved.join('')} WHERE id = $1`,
        values: [id, endDate],
      });
      const details = { before: row.endDate, after: endDate, reason };
      await recordChange(tx, kind, row, { change: 'extended', details });
      await noteEdit(tx, kind, row, { operatorId, action: 'extend', details });
      extended = { ...row, endDate };
      return { status: 200, reply: {} };
    }),
  );
  if (extended) scheduleSubject(deps, kind, extended);
}

const endMoved = (endDate: Date) =>
  new Refusal('FACTS_CHANGED', 'The end moved in the meantime. Read the new end first.', {
    details: { end_date: endDate.toISOString() },
  });

const notLater = () =>
  new Refusal('VALIDATION_FAILED', 'An end can only be moved later.', {
    issues: [{ path: 'end_date', message: 'must be after the present end' }],
  });
