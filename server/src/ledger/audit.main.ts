import { parseArgs } from 'node:util';
import { openDatabase } from '../db/database.ts';
import { auditLedger } from './audit.ts';
import { type AuditReport, auditChecks } from './audit-report.ts';

const USAGE = `Usage: npm run audit:ledger -- [--full | --checkpoints] [--realm N] [--json] [DATABASE_URL]
  --full         follow all of history, however long
  --checkpoints  follow only what came since the last audit, however short
  --realm N      only this realm (0 is the real world)
Exit code: 0 all right, 1 something is wrong, 2 the audit could not be done.`;

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
  const url = positionals[0] ?? process.env.DATABASE_URL;
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
  console.log(report.ok ? 'The ledger is right.' : 'THE LEDGER IS WRONG.');
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
    return report.ok ? 0 : 1;
  } finally {
    await db.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`The audit could not be done: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
