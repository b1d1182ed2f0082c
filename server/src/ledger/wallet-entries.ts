import type { Parts } from '@copup/shared/timeline.ts';
import type { Database } from '../db/database.ts';
import { Refusal } from '../errors.ts';
import type { Subject } from '../subject.ts';
import { type AccountKind, isWalletPart, type Unit, type WalletPart } from './accounts.ts';
import type { TransferKind } from './post-transfers.ts';
import { readWallets } from './wallets.ts';

/** The kind that entries and flows show: the charge of a send is the second posting of its transfer. `t` is its transfer, `p` the posting. */
export const entryKindSql = `CASE WHEN t.kind = 'send' AND p.destination = 'revenue' THEN 'send_charge' ELSE t.kind END`;

/** A wallet as it was after its posting number `seq`. */
export interface WalletState {
  seq: number;
  parts: Readonly<Record<WalletPart, number>>;
}

/** One posting from the point of view of one wallet. */
export interface WalletEntry {
  seq: number;
  transferId: string;
  kind: TransferKind;
  subject: Subject;
  at: Date;
  change: Parts;
  /** The balances after it. */
  after: Parts;
  /** The other end of the posting; null when both ends are in this wallet. */
  other: { kind: AccountKind; id: string | null } | null;
}

interface Row {
  seq: number;
  transferId: string;
  unit: Unit;
  amount: number;
  source: AccountKind;
  sourceId: string | null;
  sourceBalance: number | null;
  destination: AccountKind;
  destinationId: string | null;
  destinationBalance: number | null;
  kind: TransferKind;
  subjectKind: string;
  subjectId: string;
  at: Date;
}

/** Returns the current state of a wallet: where its newest entries start. */
export async function readWalletState(db: Database, userId: string): Promise<WalletState | undefined> {
  const wallet = (await readWallets(db, [userId])).get(userId);
  if (!wallet) return undefined;
  const { version, available, held, bonus, task } = wallet;
  return { seq: version, parts: { available, held, bonus, task } };
}

/**
 * Reads the `count` entries before and including that of `state`, newest first, and the state before them. The numbers
 * of a wallet's postings have no gaps, so every page reads one range of the indexes, however far back it is. Each
 * posting's recorded balances are compared with the state: BAD_REQUEST when a client changed the position.
 */
export async function readWalletEntries(
  db: Database,
  userId: string,
  state: WalletState,
  count: number,
): Promise<{ entries: WalletEntry[]; before: WalletState }> {
  const { rows } = await db.pool.query<Row>({
    name: 'wallet-entries',
    // LATERAL with LIMIT: each transfer is found by its key, whatever the planner estimates.
    text: `SELECT p.seq, p.transfer_id AS "transferId", p.unit, p.amount, p.source, p.source_id AS "sourceId",
        p.source_balance AS "sourceBalance", p.destination, p.destination_id AS "destinationId",
        p.destination_balance AS "destinationBalance", ${entryKindSql} AS kind, t.subject_kind AS "subjectKind",
        t.subject_id AS "subjectId", t.created_at AS at
      FROM (
        SELECT source_seq AS seq, * FROM postings WHERE source_id = $1 AND source_seq > $2 AND source_seq <= $3
        UNION ALL
        SELECT destination_seq, * FROM postings WHERE destination_id = $1 AND destination_seq > $2
          AND destination_seq <= $3 AND source_id IS DISTINCT FROM $1
      ) AS p CROSS JOIN LATERAL (SELECT * FROM transfers WHERE id = p.transfer_id LIMIT 1) AS t
      ORDER BY p.seq DESC`,
    values: [userId, Math.max(state.seq - count, 0), state.seq],
  });
  return followBack(userId, state, rows);
}

/** Follows the postings back from a state. Pure. */
function followBack(
  userId: string,
  state: WalletState,
  rows: readonly Row[],
): { entries: WalletEntry[]; before: WalletState } {
  const entries: WalletEntry[] = [];
  let { seq } = state;
  let after: Parts = { ...state.parts };
  for (const row of rows) {
    const ends = endsIn(userId, row);
    if (row.seq !== seq || ends.some(({ part, balance }) => after[part] !== balance)) break;
    const change: Parts = { available: 0, held: 0, bonus: 0, task: 0 };
    for (const { part, amount } of ends) change[part] += amount;
    entries.push({
      seq,
      transferId: row.transferId,
      kind: row.kind,
      subject: { kind: row.subjectKind, id: row.subjectId },
      at: row.at,
      change,
      after,
      other: otherEnd(userId, row),
    });
    after = {
      available: after.available - change.available,
      held: after.held - change.held,
      bonus: after.bonus - change.bonus,
      task: after.task - change.task,
    };
    seq -= 1;
  }
  if (entries.length < rows.length || (rows.length === 0 && state.seq > 0)) {
    throw new Refusal('BAD_REQUEST', 'This position does not belong to this wallet.');
  }
  return { entries, before: { seq, parts: after } };
}

function endsIn(userId: string, row: Row): { part: WalletPart; amount: number; balance: number | null }[] {
  const { source, sourceId, destination, destinationId, amount } = row;
  return [
    ...(sourceId === userId && isWalletPart(source)
      ? [{ part: source, amount: -amount, balance: row.sourceBalance }]
      : []),
    ...(destinationId === userId && isWalletPart(destination)
      ? [{ part: destination, amount, balance: row.destinationBalance }]
      : []),
  ];
}

function otherEnd(userId: string, row: Row): WalletEntry['other'] {
  if (row.sourceId !== userId) return { kind: row.source, id: row.sourceId };
  if (row.destinationId !== userId) return { kind: row.destination, id: row.destinationId };
  return null;
}

/** The order of the numbers of a cursor. */
const cursorParts = ['available', 'held', 'bonus', 'task'] as const;

/** Returns the cursor of a state: it contains the balances, so that a later page derives its own without a search. */
export function toCursor({ seq, parts }: WalletState): string {
  return [seq, ...cursorParts.map((part) => parts[part])].map((number) => number.toString(36)).join('-');
}

/** Parses a cursor that the schema has validated. */
export function fromCursor(cursor: string): WalletState {
  const [seq = 0, available = 0, held = 0, bonus = 0, task = 0] = cursor
    .split('-')
    .map((text) => Number.parseInt(text, 36));
  if (![seq, available, held, bonus, task].every(Number.isSafeInteger)) {
    throw new Refusal('BAD_REQUEST', 'This position does not belong to this wallet.');
  }
  return { seq, parts: { available, held, bonus, task } };
}
