import { parseArgs } from 'node:util';
import { auditLedger } from './audit.ts';
import { openDatabase } from './db/database.ts';
import { isConnectionLoss } from './db/pg-errors.ts';
import { type AuditReport, auditChecks, MAX_LEFT, type PostingsLeft } from './ledger/audit-report.ts';
import { writeAuditReport } from './ledger/audit-reports.ts';

const USAGE = `Usage: npm run audit:ledger -- [--full | --checkpoints] [--realm N] [--json] [DATABASE_URL]
  --full         follow all postings
  --checkpoints  follow only the postings since the last audit
  --realm N      only this realm (0 is the realm of real users)
Exit code: 0 correct, 1 errors found, 2 the audit could not run, or did not cover all postings.`;

const number = new Intl.NumberFormat('en-NG');

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      full: { type: 'boolean', default: false },
      checkpoints: { type: 'boolean', default: false },
      realm: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const url = positionals[0] ?? (process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL);
  const realm = values.realm === undefined ? undefined : Number(values.realm);
  if (realm !== undefined && !(Number.isInteger(realm) && realm >= 0))
    throw new Error('--realm must be a whole number.');
  if (!values.help && !url) throw new Error('DATABASE_URL is not set.');
  if (values.full && values.checkpoints) throw new Error('--full and --checkpoints exclude each other.');
  const mode = values.full ? 'full' : values.checkpoints ? 'checkpoints' : 'auto';
  return { url: url ?? '', realm, mode, isJson: values.json, isHelp: values.help } as const;
}

function print(report: AuditReport, seconds: number): void {
  const { checked, errors, totals } = report;
  for (const { realm, unit, balances } of totals) {
    console.log(`Realm ${realm}, ${unit === 'coin' ? 'coins' : 'task coins'}`);
    for (const [kind, balance] of Object.entries(balances)) {
      console.log(`  ${kind.padEnd(10)} ${number.format(balance).padStart(20)}`);
    }
  }
  console.log('');
  for (const [check, meaning] of Object.entries(auditChecks)) {
    const error = errors.find((one) => one.check === check);
    console.log(`${error ? '✘' : '✔'} ${meaning}`);
    if (error) console.log(`    ${error.table} ${error.row} ${error.message}`);
  }
  const counts = Object.entries(checked).map(([what, count]) => `${number.format(count)} ${what}`);
  const extent = report.isFull ? 'all postings' : 'since the last audit';
  console.log(`\n${counts.join(', ')} (${extent}) in ${seconds.toFixed(1)} s`);
  for (const line of describeLeft(report.left)) console.log(line);
  if (errors.length > 0) console.log('THE LEDGER HAS ERRORS.');
  else console.log(report.ok ? 'The ledger is correct.' : 'THE LEDGER WAS NOT AUDITED IN FULL.');
}

function describeLeft({ later, unreachable }: PostingsLeft): string[] {
  const count = (postings: number) =>
    `${number.format(postings)}${postings === MAX_LEFT ? ' or more' : ''} postings`;
  const lines: string[] = [];
  if (later > 0) lines.push(`${count(later)} were added during the audit: the next audit covers them.`);
  if (unreachable > 0)
    lines.push(
      `✘ ${count(unreachable)} NOT AUDITED: their transaction ids are of the cluster that this database was restored from.`,
      '    Run npm run restored, then this audit again.',
    );
  return lines;
}

async function main(): Promise<number> {
  const { url, realm, mode, isJson, isHelp } = readArguments();
  if (isHelp) {
    console.log(USAGE);
    return 0;
  }
  const db = openDatabase({ url, poolSize: 2, applicationName: 'copup audit' });
  const startedAt = performance.now();
  try {
    const report = await auditLedger(db, { realm, mode });
    const seconds = (performance.now() - startedAt) / 1_000;
    if (realm === undefined) await writeAuditReport(db, report, seconds);
    if (isJson) console.log(JSON.stringify(report));
    else print(report, seconds);
    if (report.errors.length > 0) return 1;
    return report.ok ? 0 : 2;
  } finally {
    await db.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  const what = isConnectionLoss(error) ? `the connection to the database failed: ${text}` : text;
  console.error(`The audit could not run: ${what}`);
  process.exitCode = 2;
}
