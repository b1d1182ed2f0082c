import { Worker } from 'node:worker_threads';
import { toNaira } from '@copup/shared/coins.ts';
import {
  PREVIEW_ROWS,
  type StatementFields,
  type StatementLayout,
  type StatementPreview,
} from '@copup/shared/reconciliation.ts';
import { takeLock } from '../../db/advisory-locks.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { cardNotConfigured, providerUnreachable } from '../../provider/provider.errors.ts';
import { listSettlements, providerOf } from '../../provider/provider-api.ts';
import { badStatement } from './reconciliation.errors.ts';
import { statementBanks, statementImports } from './reconciliation.tables.ts';
import type { ParsedLine, ParsedStatement } from './statement-line.ts';

interface Statement extends StatementFields {
  file: Buffer;
}
type Queries = Pick<Deps['db']['pool'], 'query'> | Pick<Transaction['client'], 'query'>;
type Read = ParsedStatement & { keys: Uint8Array[] };
interface ImportRow {
  bank: string;
  source: 'csv' | 'camt' | 'provider';
  lines: number;
  added: number;
}

/** Reads a statement in a thread, by the columns sent, else by those that are kept for the bank, else by guessed ones. */
async function read(db: Deps['db'], { file, bank, layout }: Statement): Promise<Read & { isKept: boolean }> {
  const { rows } = await db.pool.query<{ layout: StatementLayout | null }>({
    name: 'statement-bank-layout',
    text: 'SELECT layout FROM statement_banks WHERE bank = $1',
    values: [bank],
  });
  const kept = rows[0]?.layout ?? undefined;
  const { promise, resolve, reject } = Promise.withResolvers<Read>();
  const workerData = { bytes: new Uint8Array(file), layout: layout ?? kept, bank };
  const thread = new Worker(new URL('./read-statement.main.ts', import.meta.url), {
    workerData,
    execArgv: [],
  });
  thread.on('message', resolve).on('error', reject);
  thread.on('exit', () => reject(new Error('the thread that reads a statement ended')));
  return { ...(await promise), isKept: layout === undefined && kept !== undefined };
}

/** Returns what a statement would bring, and writes nothing. */
export async function previewStatement(
  { db }: Pick<Deps, 'db'>,
  statement: Statement,
): Promise<StatementPreview> {
  const { format, layout, cells, lines, problems, keys, isKept } = await read(db, statement);
  return {
    ...{ format, layout, cells, problems },
    is_layout_kept: isKept && format === 'csv',
    lines: lines
      .slice(0, PREVIEW_ROWS)
      .map(({ amountKobo, ...line }) => ({ ...line, amount: toNaira(amountKobo) })),
    total: lines.length,
    known: await countKnown(db.pool, keys),
  };
}

/** Imports a statement once, and keeps its columns for the bank. Returns the id of the import. Throws BAD_STATEMENT. */
export async function importStatement(
  { db }: Pick<Deps, 'db'>,
  operatorId: string,
  statement: Statement,
): Promise<number> {
  const { bank } = statement;
  const { format, layout, lines, problems, keys } = await read(db, statement);
  if (problems.length > 0 || lines.length === 0) throw badStatement(problems);
  return inTransaction(db, async (tx) => {
    const kept = format === 'csv' ? { layout } : {};
    await tx.orm
      .insert(statementBanks)
      .values({ bank, ...kept })
      .onConflictDoUpdate({ target: statementBanks.bank, set: { ...kept, updatedAt: await tx.clock() } });
    // Two imports at once do not both count a line as new.
    await takeLock(tx, 'reconciliation');
    const known = await countKnown(tx.client, keys);
    const imported = { bank, source: format, lines: lines.length, added: lines.length - known };
    const id = await writeImport(tx, operatorId, imported);
    for (let at = 0; at < lines.length; at += ROWS) {
      const [some, theirs] = [lines.slice(at, at + ROWS), keys.slice(at, at + ROWS)];
      await writeLines(tx, { importId: id, bank, lines: some, keys: theirs });
    }
    return id;
  });
}

/** Rows of one statement: converting the parameters of a whole month would hold other requests up. */
const ROWS = 500;

async function countKnown(client: Queries, keys: readonly Uint8Array[]): Promise<number> {
  let known = 0;
  for (let at = 0; at < keys.length; at += ROWS) {
    const { rows } = await client.query<{ known: number }>({
      name: 'statement-lines-known',
      text: 'SELECT count(*)::int AS known FROM statement_lines WHERE line_key = ANY($1::bytea[])',
      values: [keys.slice(at, at + ROWS).map(Buffer.from)],
    });
    known += rows[0]?.known ?? 0;
  }
  return known;
}

async function writeImport(tx: Transaction, operatorId: string, row: ImportRow): Promise<number> {
  const [stored] = await tx.orm
    .insert(statementImports)
    .values({ ...row, importedBy: operatorId })
    .returning({ id: statementImports.id });
  invariant(stored, 'the insert of an import returned no row');
  const subject = { kind: 'statement', id: String(stored.id) };
  const details = { name: row.bank, source: row.source, lines: row.lines, added: row.added };
  await writeAudit(tx, { operatorId, action: 'statement.import', subject, details });
  return stored.id;
}

async function writeLines(
  tx: Transaction,
  {
    importId,
    bank,
    lines,
    keys,
  }: { importId: number; bank: string; lines: readonly ParsedLine[]; keys: readonly Uint8Array[] },
): Promise<void> {
  const column = <Name extends keyof ParsedLine>(name: Name) => lines.map((line) => line[name]);
  await tx.client.query({
    name: 'statement-lines-insert',
    text: `INSERT INTO statement_lines (import_id, bank, day, amount_kobo, currency, narration, sender, bank_reference, line_key)
      SELECT $1, $2, * FROM unnest($3::date[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bytea[])
      ON CONFLICT (line_key) DO NOTHING`,
    values: [
      ...[
        importId,
        bank,
        column('day'),
        column('amountKobo'),
        column('currency'),
        column('narration'),
        column('sender'),
      ],
      ...[column('reference'), keys.map(Buffer.from)],
    ],
  });
}

/** Imports the provider's settlements of some days, each once. Throws CARD_NOT_CONFIGURED and UNAVAILABLE. */
export async function importSettlements(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  operatorId: string,
  days: { from: string; to: string },
): Promise<number> {
  const provider = providerOf(config.cardPayments);
  if (!provider) throw cardNotConfigured();
  const found = await listSettlements(provider, days).catch((error: unknown) => {
    throw providerUnreachable(error);
  });
  return inTransaction(db, async (tx) => {
    await takeLock(tx, 'reconciliation');
    const { rows } = await tx.client.query<{ known: number }>({
      name: 'provider-settlements-known',
      text: 'SELECT count(*)::int AS known FROM provider_settlements WHERE provider_id = ANY($1::text[])',
      values: [found.map(({ id }) => id)],
    });
    const added = found.length - (rows[0]?.known ?? 0);
    const importId = await writeImport(tx, operatorId, {
      bank: 'Flutterwave',
      source: 'provider',
      lines: found.length,
      added,
    });
    await tx.client.query({
      name: 'provider-settlements-insert',
      text: `INSERT INTO provider_settlements (provider_id, gross_kobo, fee_kobo, net_kobo, settled_at, import_id)
        SELECT *, $6 FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::timestamptz[])
        ON CONFLICT (provider_id) DO NOTHING`,
      values: [
        ...[
          found.map(({ id }) => id),
          found.map(({ grossKobo }) => grossKobo),
          found.map(({ feeKobo }) => feeKobo),
        ],
        ...[
          found.map(({ netKobo }) => netKobo),
          found.map(({ settledAt }) => settledAt.toISOString()),
          importId,
        ],
      ],
    });
    return importId;
  });
}
