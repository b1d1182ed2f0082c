import { parseArgs } from 'node:util';
import { auditLedger } from './audit.ts';
import { openDatabase } from './db/database.ts';
import { isConnectionLoss } from './db/pg-errors.ts';
import { type AuditReport, auditChecks, MAX_LEFT, type PostingsLeft } from './ledger/audit-report.ts';

const USAGE = `Usage: npm run audit:ledger -- [--full | --checkpoints] [--realm N] [--json] [DATABASE_URL]
  --full         follow all of history, however long
  --checkpoints  follow only what came since the last audit, however short
  --realm N      only this realm (0 is the real world)
Exit code: 0 all right, 1 something is wrong, 2 the audit could not be done, or not of all postings.`;

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
    throw new Error('--realm is a whole number.');
  if (!values.help && !url) throw new Error('DATABASE_URL is not set.');
  if (values.full && values.checkpoints) throw new Error('--full and --checkpoints exclude each other.');
  const mode = values.full ? 'full' : values.checkpoints ? 'checkpoints' : 'auto';
  return { url: url ?? '', realm, mode, isJson: values.json, isHelp: values.help } as const;
}

function print(report: AuditReport, seconds: number): void {
  const { checked, faults, totals } = report;
  for (const { realm, unit, balances } of totals) {
    console.log(`Realm ${realm}, ${unit === 'coin' ? 'coins' : 'task coins'}`);
    for (const [kind, balance] of Object.entries(balances)) {
      console.log(`  ${kind.padEnd(10)} ${number.format(balance).padStart(20)}`);
    }
  }
  console.log('');
  for (const [check, meaning] of Object.entries(auditChecks)) {
    const fault = faults.find((one) => one.check === check);
    console.log(`${fault ? '✘' : '✔'} ${meaning}`);
    if (fault) console.log(`    ${fault.table} ${fault.row} ${fault.message}`);
  }
  const counts = Object.entries(checked).map(([what, count]) => `${number.format(count)} ${what}`);
  const extent = report.isFull ? 'all of history' : 'since the last audit';
  console.log(`\n${counts.join(', ')} (${extent}) in ${seconds.toFixed(1)} s`);
  for (const line of describeLeft(report.left)) console.log(line);
  if (faults.length > 0) console.log('THE LEDGER IS WRONG.');
  else console.log(report.ok ? 'The ledger is right.' : 'THE LEDGER WAS NOT AUDITED IN FULL.');
}

function describeLeft({ later, unreachable }: PostingsLeft): string[] {
  const count = (postings: number) =>
    `${number.format(postings)}${postings === MAX_LEFT ? ' or more' : ''} postings`;
  const lines: string[] = [];
  if (later > 0) lines.push(`${count(later)} came while it ran: the next audit covers them.`);
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
    if (isJson) console.log(JSON.stringify(report));
    else print(report, (performance.now() - startedAt) / 1_000);
    if (report.faults.length > 0) return 1;
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
  console.error(`The audit could not be done: ${what}`);
  process.exitCode = 2;
}
