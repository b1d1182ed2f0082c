import type { LedgerPosting, LedgerTransfer, LedgerWallet, PostingEnd } from '@copup/shared/ledger.ts';
import type { Database } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import type { AllFeatures } from '../../../feature.ts';
import { type AccountKind, isWalletPart, type Unit } from '../../../ledger/accounts.ts';
import { type SearchRecords, searchedUuid } from '../../../operators/search-records.ts';
import { subjectKey } from '../../../subject.ts';
import { readOpenHolds } from '../open-holds.ts';

type Reader = { db: Database; describeSubjects: AllFeatures['describeSubjects'] };

interface TransferRow {
  id: string;
  kind: string;
  realm: number;
  subjectKind: string;
  subjectId: string;
  at: Date;
}
interface PostingRow {
  transferId: string;
  unit: Unit;
  amount: number;
  source: AccountKind;
  sourceId: string | null;
  sourceBalance: number | null;
  destination: AccountKind;
  destinationId: string | null;
  destinationBalance: number | null;
}

/** Reads transfers with their postings, in the order of these ids. */
export async function readTransfers(
  { db, describeSubjects }: Reader,
  ids: readonly string[],
): Promise<LedgerTransfer[]> {
  if (ids.length === 0) return [];
  const [transfers, postings] = await Promise.all([
    db.pool.query<TransferRow>({
      name: 'ledger-transfers',
      text: `SELECT id, kind, realm, subject_kind AS "subjectKind", subject_id AS "subjectId", created_at AS at
        FROM transfers WHERE id = ANY($1::uuid[])`,
      values: [ids],
    }),
    db.pool.query<PostingRow>({
      name: 'ledger-postings',
      text: `SELECT transfer_id AS "transferId", unit, amount, source, source_id AS "sourceId",
          source_balance AS "sourceBalance", destination, destination_id AS "destinationId",
          destination_balance AS "destinationBalance"
        FROM postings WHERE transfer_id = ANY($1::uuid[]) ORDER BY transfer_id, no`,
      values: [ids],
    }),
  ]);
  const subjects = transfers.rows.map((row) => ({ kind: row.subjectKind, id: row.subjectId }));
  const [described, usernames] = await Promise.all([
    describeSubjects(subjects),
    readUsernames(db, postings.rows),
  ]);
  const postingsOf = Map.groupBy(postings.rows, ({ transferId }) => transferId);
  const byId = new Map(transfers.rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const subject = { kind: row.subjectKind, id: row.subjectId };
    return {
      id,
      kind: row.kind,
      realm: row.realm,
      subject_kind: subject.kind,
      subject_id: subject.id,
      subject_name: described.get(subjectKey(subject))?.name ?? null,
      at: row.at.toISOString(),
      postings: (postingsOf.get(id) ?? []).map((posting) => toPosting(posting, usernames)),
    };
  });
}

/** Returns the usernames of the postings' wallets, by id. */
async function readUsernames(db: Database, postings: readonly PostingRow[]): Promise<Map<string, string>> {
  const ids = postings.flatMap(({ source, sourceId, destination, destinationId }) => [
    ...(isWalletPart(source) && sourceId ? [sourceId] : []),
    ...(isWalletPart(destination) && destinationId ? [destinationId] : []),
  ]);
  const { rows } = await db.pool.query<{ id: string; username: string }>({
    name: 'ledger-usernames',
    text: 'SELECT id, username::text FROM users WHERE id = ANY($1::uuid[])',
    values: [[...new Set(ids)]],
  });
  return new Map(rows.map(({ id, username }) => [id, username]));
}

function toPosting(row: PostingRow, usernames: ReadonlyMap<string, string>): LedgerPosting {
  const end = (account: AccountKind, id: string | null, balance: number | null): PostingEnd => ({
    account,
    id,
    username: usernames.get(id ?? '') ?? null,
    balance,
  });
  return {
    unit: row.unit,
    amount: row.amount,
    source: end(row.source, row.sourceId, row.sourceBalance),
    destination: end(row.destination, row.destinationId, row.destinationBalance),
  };
}

type WalletRow = Pick<
  LedgerWallet,
  | 'user_id'
  | 'username'
  | 'full_name'
  | 'realm'
  | 'available'
  | 'held'
  | 'bonus'
  | 'task'
  | 'postings'
  | 'holds_count'
> & { registeredAt: Date };
interface ReceivableRow {
  id: string;
  subject_kind: string;
  subject_id: string;
  amount: number;
  recovered: number;
  at: Date;
}

/** Reads a user's balances, open holds and what the user owes. */
export async function readLedgerWallet(reader: Reader, userId: string): Promise<LedgerWallet | undefined> {
  const [wallets, receivables, holds] = await Promise.all([
    reader.db.pool.query<WalletRow>({
      name: 'ledger-wallet',
      text: `SELECT u.id AS user_id, u.username::text, u.full_name, u.realm, u.created_at AS "registeredAt",
          w.available, w.held, w.bonus, w.task, w.version AS postings,
          (SELECT count(*)::int FROM holds h WHERE h.user_id = u.id AND h.outcome IS NULL) AS holds_count
        FROM users u JOIN wallets w ON w.user_id = u.id WHERE u.id = $1`,
      values: [userId],
    }),
    reader.db.pool.query<ReceivableRow>({
      name: 'ledger-receivables',
      text: `SELECT id, subject_kind, subject_id, amount, recovered, created_at AS at FROM receivables
        WHERE user_id = $1 AND recovered < amount ORDER BY id`,
      values: [userId],
    }),
    readOpenHolds(reader, userId, { limit: 100 }),
  ]);
  const [row] = wallets.rows;
  if (!row) return undefined;
  const { registeredAt, ...wallet } = row;
  return {
    ...wallet,
    registered_at: registeredAt.toISOString(),
    holds: holds.items,
    receivables: receivables.rows.map((owed) => ({ ...owed, at: owed.at.toISOString() })),
  };
}

/** Finds a transfer by its id. */
export const searchTransfers =
  ({ db }: Pick<Deps, 'db'>, all: Pick<AllFeatures, 'describeSubjects'>): SearchRecords =>
  async (text) => {
    const id = searchedUuid(text);
    if (id === undefined) return [];
    const transfers = await readTransfers({ db, describeSubjects: (of) => all.describeSubjects(of) }, [id]);
    return transfers.map((transfer) => ({
      id: transfer.id,
      title: transfer.subject_name ?? `${transfer.subject_kind} ${transfer.subject_id}`,
      detail: transfer.kind,
      realm: transfer.realm,
      image: null,
    }));
  };
