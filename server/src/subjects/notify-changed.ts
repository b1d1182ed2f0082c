import type { CorrectedField } from '@copup/shared/subjects.ts';
import type { NotificationKind } from '@copup/shared/users.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { notifyInPages } from '../notifications/notify-in-pages.ts';
import { type SubjectKind, type SubjectRow, subjectOf } from './subject-kind.ts';

type NotifyDeps = Pick<Deps, 'db' | 'notices'>;

/** Characters of a text in a notice. */
const NOTICED = 120;

interface Untold {
  id: number;
  subjectId: number;
  change: NotificationKind & ('corrected' | 'extended');
  details: { fields?: CorrectedField[] };
  at: Date;
  toldUpto: string | null;
}

/** Notifies the users who had entered a subject when it was changed (A14), once each. Skips changes that another server has locked. */
export const notifyChanged = <Row extends SubjectRow>(
  deps: NotifyDeps,
  kind: SubjectKind<Row>,
): Promise<void> =>
  notifyInPages(deps, async (tx) => {
    const untold = await lockUntold(tx, kind);
    if (!untold) return undefined;
    const { id, subjectId, change, details, toldUpto } = untold;
    return {
      notice: { kind: change, subject: subjectOf(kind, subjectId), details: shorten(details) },
      toldUpto,
      listUsers: (after, limit) => listEntrants(tx, kind, untold, after, limit),
      async keep(upto, isDone) {
        await tx.client.query({
          name: 'subject-change-told',
          text: `UPDATE subject_changes SET told_upto = coalesce($2, told_upto), told_at = CASE WHEN $3 THEN clock_timestamp() END
            WHERE id = $1`,
          values: [id, upto, isDone],
        });
      },
    };
  });

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

/**
 * Locks the first change whose entrants are not all notified, except those that another server has locked, and those that
 * follow an untold one of the same subject: entrants learn of them in order.
 */
async function lockUntold<Row extends SubjectRow>(
  tx: Transaction,
  { name, table, nameColumn }: SubjectKind<Row>,
): Promise<Untold | undefined> {
  const { rows } = await tx.client.query<Untold>({
    name: `${table}-unannounced`,
    text: `SELECT c.id, c.subject_id AS "subjectId", c.change, c.at, c.told_upto AS "toldUpto",
        c.details || jsonb_build_object('name', s.${nameColumn}, 'contest', to_jsonb(s) -> 'kind') AS details
      FROM subject_changes c JOIN ${table} s ON s.id = c.subject_id
      WHERE c.subject_kind = $1 AND c.told_at IS NULL AND NOT EXISTS (SELECT FROM subject_changes e
        WHERE e.subject_kind = $1 AND e.subject_id = c.subject_id AND e.told_at IS NULL AND e.id < c.id)
      ORDER BY c.id LIMIT 1 FOR NO KEY UPDATE OF c SKIP LOCKED`,
    values: [name],
  });
  return rows[0];
}

async function listEntrants<Row extends SubjectRow>(
  tx: Transaction,
  { entries: { table, subjectId } }: SubjectKind<Row>,
  { subjectId: id, at }: Untold,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.client.query<{ userId: string }>({
    name: `${table}-of-change`,
    text: `SELECT user_id AS "userId" FROM ${table}
      WHERE ${subjectId} = $1 AND user_id > $2 AND joined_at <= $3 ORDER BY user_id LIMIT $4`,
    values: [id, after, at, limit],
  });
  return rows.map(({ userId }) => userId);
}
