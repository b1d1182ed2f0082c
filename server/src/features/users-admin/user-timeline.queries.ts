import type { AccountKind } from '../../ledger/accounts.ts';
import { entryKindSql } from '../../ledger/wallet-entries.ts';
import { fewEntries, operatorSource } from '../../operators/item-sources.ts';
import type { SourceEntry, TimelineKind, TimelineSource } from '../../operators/item-timeline.ts';
import { numberKey, uuidKey } from '../../operators/item-timeline.ts';

/** Every posting of the user's wallet. The numbers of its postings have no gaps, so a page reads one range of the indexes. */
const coins: TimelineSource = {
  name: 'coins',
  async read(db, id, before, limit) {
    const newest =
      before === undefined ? await readNewest(id) : numberKey(before, Number.MAX_SAFE_INTEGER) - 1;
    const { rows } = await db.pool.query<{
      seq: number;
      at: Date;
      kind: string;
      amount: number;
      source: AccountKind;
      sourceId: string | null;
      destinationId: string | null;
      subjectKind: string;
      subjectId: string;
    }>({
      name: 'user-timeline-coins',
      text: `SELECT p.seq, t.created_at AS at, ${entryKindSql} AS kind, p.amount, p.source, p.source_id AS "sourceId",
          p.destination_id AS "destinationId", t.subject_kind AS "subjectKind", t.subject_id AS "subjectId"
        FROM (
          SELECT source_seq AS seq, * FROM postings WHERE source_id = $1 AND source_seq > $2 AND source_seq <= $3
          UNION ALL
          SELECT destination_seq, * FROM postings WHERE destination_id = $1 AND destination_seq > $2
            AND destination_seq <= $3 AND source_id IS DISTINCT FROM $1
        ) AS p CROSS JOIN LATERAL (SELECT * FROM transfers WHERE id = p.transfer_id LIMIT 1) AS t
        ORDER BY p.seq DESC`,
      values: [id, Math.max(newest - limit, 0), newest],
    });
    return rows.map((row) => ({
      key: String(row.seq),
      at: row.at,
      kind: row.kind,
      // Moves between the parts of the wallet have no sign.
      amount: row.sourceId === id && row.destinationId !== id ? -row.amount : row.amount,
      link: row.subjectKind === 'user' ? null : { kind: row.subjectKind, id: row.subjectId },
    }));

    async function readNewest(userId: string): Promise<number> {
      const { rows: wallets } = await db.pool.query<{ version: number }>({
        name: 'user-timeline-newest',
        text: 'SELECT version FROM wallets WHERE user_id = $1',
        values: [userId],
      });
      return wallets[0]?.version ?? 0;
    }
  },
};

/** What the user was notified of. */
const notices: TimelineSource = {
  name: 'notices',
  async read(db, id, before, limit) {
    const { rows } = await db.pool.query<{
      id: string;
      at: Date;
      kind: string;
      subjectKind: string;
      subjectId: string;
    }>({
      name: 'user-timeline-notices',
      text: `SELECT id, created_at AS at, kind, subject_kind AS "subjectKind", subject_id AS "subjectId"
        FROM notifications WHERE user_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`,
      values: [id, uuidKey(before), limit],
    });
    return rows.map(({ id: key, at, kind, subjectKind, subjectId }) => ({
      ...{ key, at, kind },
      link: subjectKind === 'user' ? null : { kind: subjectKind, id: subjectId },
    }));
  },
};

const account = fewEntries('account', async (db, id) => {
  const { rows } = await db.pool.query<{ createdAt: Date; deletedAt: Date | null }>({
    name: 'user-timeline-account',
    text: 'SELECT created_at AS "createdAt", deleted_at AS "deletedAt" FROM users WHERE id = $1',
    values: [id],
  });
  const [row] = rows;
  if (!row) return [];
  const entries: SourceEntry[] = [
    { key: 'registered', at: row.createdAt, kind: 'registered', text: 'Registered' },
  ];
  if (row.deletedAt)
    entries.push({
      key: 'deleted',
      at: row.deletedAt,
      kind: 'deleted',
      text: 'Closed the account',
      tone: 'warn',
    });
  return entries;
});

/** What happened to a user. */
export const userTimeline: TimelineKind = {
  sources: [coins, notices, account, operatorSource('user')],
  async links(db, id) {
    const { rows } = await db.pool.query<{ userId: string }>({
      name: 'user-timeline-user',
      text: 'SELECT id AS "userId" FROM users WHERE id = $1',
      values: [id],
    });
    return rows.length === 0 ? undefined : [];
  },
  version: `(SELECT w.version + n.version FROM wallets w JOIN inboxes n USING (user_id) WHERE w.user_id = i.id::uuid)`,
};
