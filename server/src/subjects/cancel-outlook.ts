import { inCoins } from '@copup/shared/coins.ts';
import { clientOf, countInWords, type Outlook, type ReadOutlook } from '../operators/consequences.ts';
import { isOpen, type SubjectKind, type SubjectRow } from './subject-kind.ts';

/** More entries are not counted. */
const MOST = 100_000;

interface CancelRow {
  status: string;
  subsidy: number;
  entries: number;
  refunds: number;
  coins: number;
  holds: number;
  held: number;
}

/**
 * Returns a function that reads what cancelling a subject would do (A8). Its guard covers the status and the refunds; a
 * held bid changes too often in a live auction, and is returned whatever it is.
 */
export const cancelOutlook =
  <Row extends SubjectRow>(kind: SubjectKind<Row>): ReadOutlook =>
  async (source, id) => {
    const { table, subjectId } = kind.entries;
    const { rows } = await clientOf(source).query<CancelRow>({
      name: `${kind.table}-cancel-outlook`,
      text: `SELECT s.status, coalesce((to_jsonb(s) ->> 'subsidy')::bigint, 0) AS subsidy, e.entries, r.refunds, r.coins,
          h.holds, h.held
        FROM ${kind.table} s
        CROSS JOIN LATERAL (SELECT count(*)::int AS entries FROM
          (SELECT FROM ${table} WHERE ${subjectId} = s.id LIMIT ${MOST}) AS bounded) AS e
        CROSS JOIN LATERAL (SELECT count(*)::int AS refunds, coalesce(sum(paid), 0)::bigint AS coins FROM
          (SELECT paid_available + paid_bonus AS paid FROM ${table} WHERE ${subjectId} = s.id AND refunded_by IS NULL
            AND paid_available + paid_bonus > 0 LIMIT ${MOST}) AS bounded) AS r
        CROSS JOIN LATERAL (SELECT count(*)::int AS holds, coalesce(sum(amount), 0)::bigint AS held FROM holds
          WHERE subject_kind = $2 AND subject_id = $1::text AND outcome IS NULL) AS h
        WHERE s.id = $1::int`,
      values: [id, kind.name],
    });
    return rows[0] && toOutlook(kind, rows[0]);
  };

function toOutlook<Row extends SubjectRow>(kind: SubjectKind<Row>, row: CancelRow): Outlook {
  const { status, subsidy, entries, refunds, coins, holds, held } = row;
  const facts = { status, entries, refunds, coins };
  if (!isOpen(kind, row))
    return {
      facts,
      lines: [{ icon: 'warn', text: `This ${kind.name} is ${status} and can’t be cancelled.` }],
    };
  const lines: Outlook['lines'] = [];
  if (refunds > 0)
    lines.push({
      icon: 'return',
      text: `Refunds ${refunds === 1 ? 'one entry' : countInWords(refunds, 'entry', 'entries')}, ${inCoins(coins)}`,
    });
  else lines.push({ icon: 'none', text: 'There are no entries to refund' });
  if (holds > 0)
    lines.push({ icon: 'return', text: `Releases ${countInWords(holds, 'hold')} of ${inCoins(held)}` });
  if (subsidy > 0)
    lines.push({ icon: 'return', text: `Returns the subsidy of ${inCoins(subsidy)} to rewards` });
  if (entries > 0)
    lines.push({ icon: 'notice', text: `Tells ${countInWords(entries, 'player')}, with your reason` });
  lines.push({ icon: 'warn', text: 'This can’t be undone' });
  return { lines, facts };
}
