import { setTimeout as pause } from 'node:timers/promises';
import { type GeneratedStatement, hostileLines, realisticDays } from '@copup/testkit/bank-statements.ts';
import { Child } from '@copup/testkit/child.ts';
import { ApiClient, accepted } from '@copup/testkit/client.ts';
import { figure, median, printGoals, printTable } from '@copup/testkit/report.ts';
import { csvLine } from '../src/csv.ts';
import { matchLines } from '../src/features/reconciliation/match-lines.ts';
import { type BenchDatabase, createManyUsers, withBenchDatabase } from './bench-database.ts';
import { measureCredits } from './credits.ts';
import { p95 } from './push/push.bench.ts';
import { readOptions } from './rounds.ts';
import type { ServerCalls } from './server.child.ts';

const LINES = 10_000;
const RECORDS = 50_000;
const USERS = 5_000;
const GOAL_MS = 5_000;
const SLOWEST_MS = 100;
const PROPOSED = 0.95;
/** Between two requests of the player whose times are judged. */
const REST_MS = 5;
const CREDIT_GOAL_MS = 1_000;

/**
 * `npm run bench -- reconcile [--seed N]`: a statement of 10,000 lines is imported and compared with 50,000 payments by a whole server,
 * which a player asks all the time; the proposals on generated days and hostile lines are compared with the truth; and the time
 * from the provider's event to the coins on the buyer's screen is measured.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const {
    rounds,
    seed: given,
    purchases,
  } = readOptions(args, { seed: Date.now() % 1_000_000, purchases: 100 });
  console.log(`Seed ${given}; repeat with --seed ${given}.\n`);
  const all: (Imported & Judged)[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const seed = given + round;
    const [days, hostile] = [judge(realisticDays(LINES, seed)), judge(hostileLines(LINES, seed))];
    const imported = await withBenchDatabase((bench) => importStatement(bench, seed));
    all.push({ ...imported, share: days.right / LINES, wrong: days.wrong + hostile.right + hostile.wrong });
  }
  const column = (name: keyof Imported | keyof Judged) => all.map((each) => each[name]);
  printTable(
    ['figure', 'median', 'worst'],
    [
      ['import and matching, ms', figure(median(column('ms'))), figure(Math.max(...column('ms')))],
      [
        'slowest request meanwhile, ms',
        figure(median(column('slowestMs'))),
        figure(Math.max(...column('slowestMs'))),
      ],
      ['requests meanwhile', figure(median(column('requests'))), figure(Math.min(...column('requests')))],
      [
        'proposed correctly, %',
        figure(median(column('share')) * 100),
        figure(Math.min(...column('share')) * 100),
      ],
      ['wrong proposals', figure(median(column('wrong'))), figure(Math.max(...column('wrong')))],
    ],
  );
  const credits = await withBenchDatabase((bench) => measureCredits(bench, { rounds, purchases }));
  printTable(
    [`${figure(purchases)} transfers`, 'median ms', 'p95 ms', 'longest ms'],
    credits.map((ms, round) => [
      `round ${round + 1}`,
      ...[median(ms), p95(ms), Math.max(...ms)].map((value) => figure(value)),
    ]),
  );
  return printGoals([
    {
      what: '10,000 lines within 5 s (5 s ÷ time)',
      ratios: column('ms').map((ms) => GOAL_MS / ms),
      atLeast: 1,
    },
    {
      what: 'no request over 100 ms (100 ms ÷ slowest)',
      ratios: column('slowestMs').map((ms) => SLOWEST_MS / ms),
      atLeast: 1,
    },
    {
      what: 'proposed correctly : 95 %',
      ratios: column('share').map((share) => share / PROPOSED),
      atLeast: 1,
    },
    { what: 'wrong proposals', ratios: [Math.max(...column('wrong'))], atMost: 0 },
    {
      what: 'event to coins on the screen, p95 (1 s ÷ time)',
      ratios: credits.map((ms) => CREDIT_GOAL_MS / p95(ms)),
      atLeast: 1,
    },
  ]);
}

interface Judged {
  /** Of the realistic lines, those with the right proposal. */
  share: number;
  wrong: number;
}

/** Compares the proposals for generated lines with the truth. */
function judge({ lines, records, truth }: GeneratedStatement): { right: number; wrong: number } {
  const work = matchLines(lines, records);
  let step = work.next();
  while (!step.done) step = work.next();
  const right = step.value.filter(({ lineId, recordId }) => truth.get(lineId) === recordId).length;
  return { right, wrong: step.value.length - right };
}

interface Imported {
  ms: number;
  slowestMs: number;
  requests: number;
}

/** Imports a statement over HTTP while a player asks for the profile again and again. */
async function importStatement(bench: BenchDatabase, seed: number): Promise<Imported> {
  const statement = realisticDays(RECORDS, seed);
  await seedPayments(bench, statement);
  const [operator] = await createManyUsers(bench, 1, { role: 1 });
  const [player] = await createManyUsers(bench, 1);
  const env = { BENCH_DATABASE_URL: bench.url };
  const server = await Child.start<ServerCalls>(new URL('server.child.ts', import.meta.url), env);
  try {
    const url = `http://127.0.0.1:${await server.call('port')}`;
    const [asOperator, asPlayer] = await server.call('createTokens', [operator?.id ?? '', player?.id ?? '']);
    const client = new ApiClient(url, asPlayer);
    accepted(await client.get('/user/profile'));
    const form = new FormData();
    form.set('bank', 'GTBank');
    form.set('file', new Blob([toCsv(statement)]), 'statement.csv');
    const stop = new AbortController();
    const times = askAgainAndAgain(client, stop.signal);
    const startedAt = performance.now();
    const { added } = accepted(
      await new ApiClient(url, asOperator).post('/admin/reconciliation/import', form),
    );
    const ms = performance.now() - startedAt;
    stop.abort();
    if (added !== LINES) throw new Error(`${added} lines were imported`);
    const all = await times;
    return { ms, slowestMs: Math.max(...all), requests: all.length };
  } finally {
    await server.end();
  }
}

async function askAgainAndAgain(client: ApiClient, stop: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  while (!stop.aborted) {
    const askedAt = performance.now();
    accepted(await client.get('/user/profile'));
    times.push(performance.now() - askedAt);
    await pause(REST_MS);
  }
  return times;
}

const toCsv = ({ lines }: GeneratedStatement): string =>
  [
    csvLine(['Date', 'Amount', 'Narration', 'Sender', 'Reference', 'Currency']),
    ...lines
      .slice(0, LINES)
      .map(({ day, amountKobo, narration, sender, reference, currency }) =>
        csvLine([day, amountKobo / 100, narration, sender, reference, currency]),
      ),
  ].join('');

/** Rows of one statement, which is limited to 5 s. */
const CHUNK = 2_000;

/** Stores the records as payments that wait. */
async function seedPayments(bench: BenchDatabase, { records }: GeneratedStatement): Promise<void> {
  const users = await createManyUsers(bench, USERS);
  for (let at = 0; at < records.length; at += CHUNK) {
    const chunk = records.slice(at, at + CHUNK);
    await bench.db.pool.query(
      `INSERT INTO manual_payments (user_id, package_id, bid_points, price_kobo, reference, sender_account_name, created_at)
        SELECT user_id, 1, 20, abs(kobo), reference, name, day::date + interval '12 hours'
        FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::text[]) AS r (user_id, kobo, reference, name, day)`,
      [
        chunk.map((_, nth) => users[(at + nth) % USERS]?.id),
        ...[
          chunk.map(({ amountKobo }) => amountKobo),
          chunk.map((each, nth) => each.reference || `N-${at + nth}`),
        ],
        ...[chunk.map(({ names }) => names[0]), chunk.map(({ day }) => day)],
      ],
    );
  }
  await bench.asOwner('VACUUM ANALYZE');
}
