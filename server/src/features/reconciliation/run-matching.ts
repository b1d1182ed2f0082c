import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { readMatchRecords } from './bank-records.queries.ts';
import { matchLines, type OpenLine, type Proposal } from './match-lines.ts';

/** Other requests run after this time at the latest, and each of them needs several turns of the event loop. */
const SLICE_MS = 2;
/** Rows of one statement: converting its parameters is one slice. */
const ROWS = 500;
/** Records that took place longer before the first open line are not of it. */
const RECORD_DAYS = 60;

/** Compares all open lines with the records, and stores what it proposes. Returns the number of proposals. */
export async function matchOpenLines(db: Database): Promise<number> {
  const { rows: lines } = await db.pool.query<OpenLine>({
    name: 'statement-lines-open',
    text: `SELECT id, day::text, amount_kobo AS "amountKobo", currency, narration, sender, bank_reference AS reference
      FROM statement_lines WHERE NOT is_explained ORDER BY day, id`,
  });
  const [first] = lines;
  const since = new Date(Date.parse(first?.day ?? '2100-01-01') - RECORD_DAYS * 86_400_000)
    .toISOString()
    .slice(0, 10);
  const records = first ? await readMatchRecords(db, since) : [];
  const proposals = await inSlices(matchLines(lines, records));
  await storeProposals(db, proposals);
  return proposals.length;
}

/** Runs work to its end, and lets the event loop turn between its slices. */
async function inSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  let startedAt = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - startedAt > SLICE_MS) {
      await turn();
      startedAt = performance.now();
    }
  }
}

type Stored = Omit<Proposal, 'lineId' | 'recordId' | 'isExact'> & {
  line_id: number;
  record_id: number;
  is_exact: boolean;
};

/** Writes what changed only: each statement updates the pages that show the lines. */
async function storeProposals(db: Database, proposals: readonly Proposal[]): Promise<void> {
  const { rows: before } = await db.pool.query<Stored>({
    name: 'line-proposals-all',
    text: 'SELECT line_id, record_kind AS kind, record_id, rule, reason, is_exact FROM line_proposals',
  });
  const stored = new Map(before.map((each) => [each.line_id, each]));
  const added = proposals.filter((each) => !isStored(stored.get(each.lineId), each));
  const kept = new Set(proposals.map(({ lineId }) => lineId));
  for (const { lineId } of added) kept.delete(lineId);
  const removed = [...stored.keys()].filter((id) => !kept.has(id));
  if (added.length === 0 && removed.length === 0) return;
  await inTransaction(db, async ({ client }) => {
    await client.query({
      name: 'line-proposals-remove',
      text: 'DELETE FROM line_proposals WHERE line_id = ANY($1::int[])',
      values: [removed],
    });
    for (let at = 0; at < added.length; at += ROWS) await addProposals(client, added.slice(at, at + ROWS));
  });
}

const isStored = (stored: Stored | undefined, { kind, recordId, rule, reason, isExact }: Proposal): boolean =>
  stored?.kind === kind &&
  stored.record_id === recordId &&
  stored.rule === rule &&
  stored.reason === reason &&
  stored.is_exact === isExact;

const addProposals = (client: Transaction['client'], added: readonly Proposal[]) =>
  client.query({
    name: 'line-proposals-add',
    text: `INSERT INTO line_proposals (line_id, record_kind, record_id, rule, reason, is_exact)
        SELECT * FROM unnest($1::int[], $2::text[], $3::int[], $4::text[], $5::text[], $6::bool[]) ON CONFLICT DO NOTHING`,
    values: [
      ...[
        added.map(({ lineId }) => lineId),
        added.map(({ kind }) => kind),
        added.map(({ recordId }) => recordId),
      ],
      ...[
        added.map(({ rule }) => rule),
        added.map(({ reason }) => reason),
        added.map(({ isExact }) => isExact),
      ],
    ],
  });
