import type { OpenHold } from '@copup/shared/timeline.ts';
import type { Database } from '../db/database.ts';
import type { AllFeatures } from '../feature.ts';
import { subjectKey } from '../subject.ts';
import { pathOf } from './read-timeline.ts';

interface Row {
  id: string;
  subjectKind: string;
  subjectId: string;
  amount: number;
  since: Date;
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Reads what a user's held coins are reserved for (L3), newest first, with names. */
export async function readOpenHolds(
  { db, describeSubjects }: { db: Database; describeSubjects: AllFeatures['describeSubjects'] },
  userId: string,
  { limit, before = LAST_ID }: { limit: number; before?: string },
): Promise<{ items: OpenHold[]; next: string | null }> {
  const { rows } = await db.pool.query<Row>({
    name: 'open-holds',
    text: `SELECT id, subject_kind AS "subjectKind", subject_id AS "subjectId", amount, opened_at AS since FROM holds
      WHERE user_id = $1 AND outcome IS NULL AND id < $2 ORDER BY id DESC LIMIT $3`,
    values: [userId, before, limit + 1],
  });
  const page = rows.slice(0, limit);
  const described = await describeSubjects(page.map((row) => ({ kind: row.subjectKind, id: row.subjectId })));
  const items = page.map(({ id, subjectKind: kind, subjectId, amount, since }) => {
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
  return { items, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}
