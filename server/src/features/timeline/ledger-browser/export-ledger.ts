import type { LedgerTransfer } from '@copup/shared/ledger.ts';
import type { TimelineFilter } from '@copup/shared/timeline.ts';
import { csvLine } from '../../../csv.ts';
import type { Database } from '../../../db/database.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { AllFeatures } from '../../../feature.ts';
import { lagosTime } from '../../../lagos-time.ts';
import { listTransferIds, type TransferFilter } from '../../../ledger/list-transfers.ts';
import { writeAudit } from '../../../operators/write-audit.ts';
import { readTimeline } from '../read-timeline.ts';
import { readTransfers } from './ledger.queries.ts';

interface Reader {
  db: Database;
  describeSubjects: AllFeatures['describeSubjects'];
}

/** Rows of one reading. */
const CHUNK = 100;
/** Transfers or entries of one file. */
const MOST = 50_000;
const moreText = (last: string) => csvLine([`Only the latest ${MOST}. Earlier ones: end before ${last}.`]);

const transferHeader = [
  'Time (Lagos, UTC+1)',
  'Kind',
  'About',
  'About kind',
  'About id',
  'Realm',
  'Unit',
  'Amount',
  'From account',
  'From user',
  'To account',
  'To user',
  'Transfer',
];

/** Writes transfers as CSV, a line for each posting, the newest first. Reads one chunk at a time; audited. */
export async function* exportTransfers(
  reader: Reader,
  operatorId: string,
  filter: TransferFilter,
): AsyncGenerator<string> {
  await audited(reader.db, operatorId, 'ledger.export', { kind: 'ledger', id: 'transfers' }, { ...filter });
  let text = csvLine(transferHeader);
  let before: string | undefined;
  for (let written = 0; ; ) {
    const { ids, next } = await listTransferIds(reader.db, { filter, before, limit: CHUNK });
    const transfers = await readTransfers(reader, ids);
    yield text + transfers.flatMap(transferLines).join('');
    text = '';
    written += transfers.length;
    if (next === null) return;
    before = next;
    const last = transfers.at(-1);
    if (written >= MOST && last) {
      yield moreText(lagosTime(new Date(last.at)));
      return;
    }
  }
}

function transferLines(transfer: LedgerTransfer): string[] {
  const { kind, subject_kind, subject_id, subject_name, realm, at, id } = transfer;
  return transfer.postings.map(({ unit, amount, source, destination }) =>
    csvLine([
      lagosTime(new Date(at)),
      kind,
      subject_name ?? '',
      subject_kind,
      subject_id,
      realm,
      unit,
      amount,
      source.account,
      source.username ?? '',
      destination.account,
      destination.username ?? '',
      id,
    ]),
  );
}

const entryHeader = [
  'Time (Lagos, UTC+1)',
  'Kind',
  'About',
  'About kind',
  'About id',
  'Other user',
  ...['Available', 'Held', 'Bonus', 'Task coins'].flatMap((part) => [`${part} change`, `${part} after`]),
  'Transfer',
];

/** Writes a user's timeline as CSV, the newest first. Reads one chunk at a time; audited. */
export async function* exportTimeline(
  reader: Reader,
  operatorId: string,
  { userId, filter }: { userId: string; filter: TimelineFilter | undefined },
): AsyncGenerator<string> {
  await audited(
    reader.db,
    operatorId,
    'timeline.export',
    { kind: 'user', id: userId },
    filter ? { filter } : {},
  );
  let text = csvLine(entryHeader);
  let before: string | undefined;
  for (let written = 0; ; ) {
    const page = { limit: CHUNK, ...(before !== undefined && { before }), ...(filter && { filter }) };
    const { entries, next } = await readTimeline(reader, userId, page);
    yield text +
      entries
        .map(
          ({ at, kind, subject_kind, subject_id, subject_name, counterpart, change, balance, transfer_id }) =>
            csvLine([
              lagosTime(new Date(at)),
              kind,
              subject_name ?? '',
              subject_kind,
              subject_id,
              counterpart ?? '',
              change.available,
              balance.available,
              change.held,
              balance.held,
              change.bonus,
              balance.bonus,
              change.task,
              balance.task,
              transfer_id,
            ]),
        )
        .join('');
    text = '';
    written += entries.length;
    if (next === null) return;
    before = next;
    const last = entries.at(-1);
    if (written >= MOST && last) {
      yield moreText(lagosTime(new Date(last.at)));
      return;
    }
  }
}

const audited = (
  db: Database,
  operatorId: string,
  action: string,
  subject: { kind: string; id: string },
  details: Record<string, unknown>,
): Promise<void> => inTransaction(db, (tx) => writeAudit(tx, { operatorId, action, subject, details }));
