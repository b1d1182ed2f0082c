import { commonSources, fewEntries } from '../operators/item-sources.ts';
import type { LinkedItem, SourceEntry, TimelineKind, TimelineSource } from '../operators/item-timeline.ts';
import { timeAndUserKey } from '../operators/item-timeline.ts';
import { findCopy, findOriginal } from './corrections.ts';
import { CANCELLING, type SubjectKind, type SubjectRow } from './subject-kind.ts';

interface TimesRow {
  status: string;
  createdAt: Date;
  createdBy: string | null;
  statusAt: Date;
  settledAt: Date | null;
  toldAt: Date | null;
  cancelReason: string | null;
  times: Record<string, string>;
}

const words: Readonly<Record<string, string>> = {
  open: 'Opened by schedule',
  hold: 'On hold before the start',
  start: 'Started by schedule',
};

/** Status changes of a subject at the times in its row. */
const statusSource = <Row extends SubjectRow>(kind: SubjectKind<Row>): TimelineSource =>
  fewEntries('status', async (db, id) => {
    const columns = [...new Set(kind.starts.map(({ column }) => column))];
    const { rows } = await db.pool.query<TimesRow>({
      name: `${kind.table}-times`,
      text: `SELECT status, created_at AS "createdAt", created_by AS "createdBy", status_at AS "statusAt",
          settled_at AS "settledAt", told_at AS "toldAt", cancel_reason AS "cancelReason",
          jsonb_build_object(${columns.map((column) => `'${column}', ${column}`).join(', ')}) AS times
        FROM ${kind.table} WHERE id = $1`,
      values: [Number(id)],
    });
    const [row] = rows;
    if (!row) return [];
    const { status, createdAt, createdBy, statusAt, settledAt, toldAt, cancelReason } = row;
    const entries: SourceEntry[] = [
      { key: 'created', at: createdAt, kind: 'created', text: 'Created', userId: createdBy },
    ];
    // A cancelled subject passed only those changes whose time came before it was cancelled.
    const isCancelled = status === CANCELLING || cancelReason !== null;
    const endedAt = isCancelled ? statusAt : (settledAt ?? new Date(8.64e15));
    let isReached = kind.openStatuses.indexOf(status) !== 0;
    for (const { name, column, to } of kind.starts) {
      const at = new Date(row.times[column] ?? 0);
      if (isReached && at <= endedAt && at >= createdAt)
        entries.push({ key: name, at, kind: name, text: words[name] ?? name });
      if (to === status) isReached = false;
    }
    if (status === CANCELLING)
      entries.push({
        ...{ key: 'cancelling', at: statusAt, kind: 'cancelling', text: 'Refunding entries' },
        ...{ tone: 'warn' as const, detail: cancelReason },
      });
    if (settledAt)
      entries.push({
        ...{ key: 'settled', at: settledAt, kind: status, text: `Ended: ${status}` },
        ...{ tone: isCancelled ? ('warn' as const) : ('good' as const), detail: cancelReason },
      });
    if (toldAt)
      entries.push({ key: 'told', at: toldAt, kind: 'told', text: 'Notified all players of the result' });
    return entries;
  });

/** Users who entered a subject, with what they paid. */
const joinSource = <Row extends SubjectRow>({ entries }: SubjectKind<Row>): TimelineSource => ({
  name: 'joins',
  async read(db, id, before, limit) {
    const [at, userId] = timeAndUserKey(before);
    const { rows } = await db.pool.query<{ userId: string; at: Date; paid: number; isRefunded: boolean }>({
      name: `${entries.table}-timeline`,
      text: `SELECT user_id AS "userId", joined_at AS at, paid_available + paid_bonus AS paid,
          refunded_by IS NOT NULL AS "isRefunded"
        FROM ${entries.table} WHERE ${entries.subjectId} = $1 AND (joined_at, user_id) < ($2, $3)
        ORDER BY joined_at DESC, user_id DESC LIMIT $4`,
      values: [Number(id), at, userId, limit],
    });
    return rows.map((row) => ({
      key: `${row.at.getTime()}.${row.userId}`,
      at: row.at,
      kind: 'join',
      text: 'Joined',
      detail: row.isRefunded ? 'Refunded later' : null,
      userId: row.userId,
      amount: row.paid,
    }));
  },
});

/** Users who left after a correction, with what came back to them (A14). */
const leaveSource = ({ name }: { name: string }): TimelineSource => ({
  name: 'leaves',
  async read(db, id, before, limit) {
    const [at, userId] = timeAndUserKey(before);
    const { rows } = await db.pool.query<{ userId: string; at: Date; paid: number }>({
      name: 'left-entries-timeline',
      text: `SELECT user_id AS "userId", left_at AS at, paid_available + paid_bonus AS paid FROM left_entries
        WHERE subject_kind = $1 AND subject_id = $2 AND (left_at, user_id) < ($3, $4)
        ORDER BY left_at DESC, user_id DESC LIMIT $5`,
      values: [name, Number(id), at, userId, limit],
    });
    return rows.map((row) => ({
      key: `${row.at.getTime()}.${row.userId}`,
      at: row.at,
      kind: 'leave',
      text: 'Left after a correction, with a refund',
      userId: row.userId,
      amount: row.paid,
    }));
  },
});

/** The timeline of one kind of live subjects; `further` are sources of its own. */
export const subjectTimeline = <Row extends SubjectRow>(
  kind: SubjectKind<Row>,
  links: (db: Parameters<TimelineKind['links']>[0], id: string) => Promise<LinkedItem[] | undefined>,
  further: readonly TimelineSource[] = [],
): TimelineKind => ({
  sources: [...further, statusSource(kind), joinSource(kind), leaveSource(kind), ...commonSources(kind.name)],
  async links(db, id) {
    const own = await links(db, id);
    if (!own) return undefined;
    const copyId = await findCopy(db, kind, Number(id));
    const originalId = await findOriginal(db, kind, Number(id));
    return [
      ...own,
      ...(copyId === null ? [] : [{ kind: kind.name, id: String(copyId), label: 'Reopened as' }]),
      ...(originalId === null ? [] : [{ kind: kind.name, id: String(originalId), label: 'Corrects' }]),
    ];
  },
  // Joins do not change the subject's version.
  version: `(SELECT v.version FROM ${kind.table} v WHERE v.id = i.id::int) + coalesce((extract(epoch FROM greatest((
    SELECT e.joined_at FROM ${kind.entries.table} e
    WHERE e.${kind.entries.subjectId} = i.id::int ORDER BY e.joined_at DESC, e.user_id DESC LIMIT 1), (
    SELECT l.left_at FROM left_entries l WHERE l.subject_kind = '${kind.name}' AND l.subject_id = i.id::int
    ORDER BY l.left_at DESC LIMIT 1))) * 1000)::bigint, 0)`,
});
