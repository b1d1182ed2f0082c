import type { OpenHold } from '@copup/shared/timeline.ts';
import type { Database } from '../../db/database.ts';
import { Keyset, type PageQuery } from '../../db/keyset.ts';
import type { AllFeatures } from '../../feature.ts';
import { subjectKey } from '../../subject.ts';
import { pathOf } from './read-timeline.ts';

interface Row {
  id: string;
  subjectKind: string;
  subjectId: string;
  amount: number;
  since: Date;
}

const newest = new Keyset('DESC', { id: ['id', 'uuid'] });

/** Reads what a user's held coins are reserved for (L3), newest first, with names. */
export async function readOpenHolds(
  { db, describeSubjects }: { db: Database; describeSubjects: AllFeatures['describeSubjects'] },
  userId: string,
  query: PageQuery,
): Promise<{ items: OpenHold[]; next: string | null }> {
  const { rows } = await db.pool.query<Row>({
    name: 'open-holds',
    text: `SELECT id, subject_kind AS "subjectKind", subject_id AS "subjectId", amount, opened_at AS since FROM holds
      WHERE user_id = $1 AND outcome IS NULL AND ${newest.page(2)}`,
    values: [userId, ...newest.values(query)],
  });
  const page = newest.cut(rows, query);
  const described = await describeSubjects(
    page.rows.map((row) => ({ kind: row.subjectKind, id: row.subjectId })),
  );
  const items = page.rows.map(({ id, subjectKind: kind, subjectId, amount, since }) => {
    const subject = { kind, id: subjectId };
    const description = described.get(subjectKey(subject));
    return {
      id,
      subject_kind: kind,
      subject_id: subjectId,
      subject_name: description?.name ?? null,
      path: description?.path ?? pathOf(subject),
      amount,
      since: since.toISOString(),
    };
  });
  return { items, next: page.next };
}
