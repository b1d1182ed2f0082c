import type { CorrectedField } from '@copup/shared/subjects.ts';
import type { NotificationKind } from '@copup/shared/users.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { type SubjectKind, type SubjectRow, subjectOf } from './subject-kind.ts';

type NotifyDeps = Pick<Deps, 'db' | 'notices'>;

/** Maximum number of entrants in one transaction. */
const ENTRANTS = 500;
/** Characters of a text in a notice. */
const NOTICED = 120;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface Untold {
  id: number;
  subjectId: number;
  change: NotificationKind & ('corrected' | 'extended');
  details: { fields?: CorrectedField[] };
  at: Date;
  toldUpto: string | null;
}

/** Notifies the users who had entered a subject when it was changed (A14), once each. Runs until none is left. */
export async function notifyChanged<Row extends SubjectRow>(
  deps: NotifyDeps,
  kind: SubjectKind<Row>,
): Promise<void> {
  while (await notifySome(deps, kind));
}

/**
 * Notifies the next entrants of the oldest change, and stores the position in the same transaction: after a crash the
 * next run continues there. Skips a change that another server has locked.
 */
async function notifySome<Row extends SubjectRow>(
  deps: NotifyDeps,
  kind: SubjectKind<Row>,
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const untold = await lockUntold(tx, kind);
    if (!untold) return false;
    const entrants = await listEntrants(tx, kind, untold);
    const subject = subjectOf(kind, untold.subjectId);
    const { change } = untold;
    const details = shorten(untold.details);
    await deps.notices.write(
      tx,
      entrants.map((userId) => ({ userId, kind: change, subject, details })),
    );
    const isDone = entrants.length < ENTRANTS;
    await tx.client.query({
      name: 'subject-change-told',
      text: `UPDATE subject_changes SET told_upto = coalesce($2, told_upto), told_at = CASE WHEN $3 THEN clock_timestamp() END
        WHERE id = $1`,
      values: [untold.id, entrants.at(-1) ?? null, isDone],
    });
    return true;
  });
}

/** A notice names what was corrected; the subject's page has the whole texts. */
function shorten({ fields, ...details }: Untold['details']): Record<string, unknown> {
  const short = (text: string) => (text.length > NOTICED ? `${text.slice(0, NOTICED)}…` : text);
  return {
    ...details,
    ...(fields && {
      fields: fields.map(({ field, before, after }) => ({
        field,
        ...(field !== 'image' && { before: short(before), after: short(after) }),
      })),
    }),
  };
}

async function lockUntold<Row extends SubjectRow>(
  tx: Transaction,
  { name, table, nameColumn }: SubjectKind<Row>,
): Promise<Untold | undefined> {
  const { rows } = await tx.client.query<Untold>({
    name: `${table}-unannounced`,
    text: `SELECT c.id, c.subject_id AS "subjectId", c.change, c.at, c.told_upto AS "toldUpto",
        c.details || jsonb_build_object('name', s.${nameColumn}, 'contest', to_jsonb(s) -> 'kind') AS details
      FROM subject_changes c JOIN ${table} s ON s.id = c.subject_id
      WHERE c.subject_kind = $1 AND c.told_at IS NULL ORDER BY c.id LIMIT 1 FOR NO KEY UPDATE OF c SKIP LOCKED`,
    values: [name],
  });
  return rows[0];
}

async function listEntrants<Row extends SubjectRow>(
  tx: Transaction,
  { entries: { table, subjectId } }: SubjectKind<Row>,
  { subjectId: id, toldUpto, at }: Untold,
): Promise<string[]> {
  const { rows } = await tx.client.query<{ userId: string }>({
    name: `${table}-of-change`,
    text: `SELECT user_id AS "userId" FROM ${table}
      WHERE ${subjectId} = $1 AND user_id > $2 AND joined_at <= $3 ORDER BY user_id LIMIT $4`,
    values: [id, toldUpto ?? FIRST_ID, at, ENTRANTS],
  });
  return rows.map(({ userId }) => userId);
}
