import { parseArgs } from 'node:util';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { Operator } from '@copup/testkit/players.ts';
import { figure, median, printTable } from '@copup/testkit/report.ts';
import { App, operator } from '../support/app.ts';
import { launchBrowser } from '../support/browser.ts';
import { type Audited, audit } from './audit.ts';
import { openProfile } from './signed-in-browser.ts';
import { middleOf, slowPhone, type Visit, visitOnSlowPhone } from './slow-phone.ts';

/**
 * `npm run bench -- page`: runs Lighthouse on the built client, served by the real server, and times an auction on a
 * slow phone.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    /** Round trips of a new connection on the slow phone. */
    handshakes: { type: 'string', default: '1' },
    /** Whether to print Lighthouse's findings. */
    findings: { type: 'boolean' },
    json: { type: 'boolean' },
  },
});

const goals = [
  { what: 'performance', atLeast: 95 },
  { what: 'accessibility', atLeast: 100 },
  { what: 'bestPractices', atLeast: 95 },
] as const;

const slowGoals = [
  { what: 'cold', means: 'first live price', atMostMs: 3_000 },
  { what: 'warm', means: 'live price of a page opened again', atMostMs: 1_500 },
  { what: 'bid', means: 'bid to confirmation', atMostMs: 500 },
] as const;

type Figure = Exclude<keyof Audited, 'findings'>;

const columns: [heading: string, figure: Figure][] = [
  ['performance', 'performance'],
  ['accessibility', 'accessibility'],
  ['best practices', 'bestPractices'],
  ['first paint ms', 'firstPaintMs'],
  ['largest paint ms', 'largestPaintMs'],
  ['blocked ms', 'blockedMs'],
  ['layout shift', 'layoutShift'],
  ['KB', 'kilobytes'],
];

const app = await App.start();
try {
  const { stored, auction } = await createContent();
  const pages = [
    { path: '/', isSignedIn: false },
    { path: '/login', isSignedIn: false },
    { path: pathTo(paths.watch, auction), isSignedIn: false },
    { path: '/auction', isSignedIn: true },
  ];
  const measured: { path: string; runs: Audited[] }[] = [];
  for (const { path, isSignedIn } of pages) {
    const browser = await openProfile(app.url, isSignedIn ? stored : {});
    try {
      const runs: Audited[] = [];
      for (let run = 0; run < Number(values.runs); run += 1) {
        runs.push(await audit(`${app.url}${path}`, browser.port));
      }
      measured.push({ path, runs });
    } finally {
      await browser.close();
    }
  }
  console.log(`Lighthouse, mobile: the median of ${values.runs} loads with an empty cache.\n`);
  printTable(
    ['page', ...columns.map(([heading]) => heading)],
    measured.map(({ path, runs }) => [path, ...columns.map(([, what]) => figure(middle(runs, what)))]),
  );
  console.log('');
  const rows = measured.flatMap(({ path, runs }) =>
    goals.map(({ what, atLeast }) => ({ path, what, atLeast, runs: runs.map((each) => each[what]) })),
  );
  const isMet = ({ runs, atLeast }: (typeof rows)[number]) => median(runs) >= atLeast;
  printTable(
    ['goal', 'median', 'goal at least', 'loads', ''],
    rows.map((row) => [
      `${row.path} ${row.what}`,
      figure(median(row.runs)),
      String(row.atLeast),
      row.runs.join(' '),
      isMet(row) ? 'met' : 'MISSED',
    ]),
  );
  if (values.findings) {
    for (const { path, runs } of measured) {
      console.log(`\n${path}`);
      for (const finding of new Set(runs.flatMap((run) => run.findings))) console.log(`  ${finding}`);
    }
  }
  const visits = await visitAuction();
  const slowRows = slowGoals.map((goal) => ({ ...goal, ms: middleOf(visits, goal.what) }));
  const { slower, roundTripMs, bytesPerSecond } = slowPhone;
  console.log(
    `\nAn auction on a phone ${slower} times slower, ${roundTripMs} ms round trips, ${bytesPerSecond / 1_000} KB/s.\n`,
  );
  printTable(
    ['goal', 'median ms', 'at most', 'visits', ''],
    slowRows.map(({ what, means, ms, atMostMs }) => [
      means,
      figure(ms),
      figure(atMostMs),
      visits.map((each) => figure(each[what])).join(' '),
      ms <= atMostMs ? 'met' : 'MISSED',
    ]),
  );
  if (values.json) console.log(JSON.stringify({ measured, visits }));
  if (!rows.every(isMet) || slowRows.some(({ ms, atMostMs }) => ms > atMostMs)) process.exitCode = 1;
} finally {
  await app.stop();
}

function middle(runs: Audited[], what: Figure): number {
  return median(runs.map((run) => run[what]));
}

async function visitAuction(): Promise<Visit[]> {
  const browser = await launchBrowser();
  try {
    return await visitOnSlowPhone(browser, app, {
      runs: Number(values.runs),
      handshakes: Number(values.handshakes),
    });
  } finally {
    await browser.close();
  }
}

/** Creates auctions, one of them for visitors, and a signed-in player with the stored login. */
async function createContent(): Promise<{ stored: Record<string, string>; auction: number }> {
  const by = await Operator.signIn(app.url, operator.email, operator.password);
  const { id: realm, users } = await by.createLoadTest(2, 500);
  const names = [
    'Rice cooker',
    'iPhone 15 Pro Max 256GB',
    'PlayStation 5',
    'Generator 2.5 kVA',
    'Smart TV 55"',
  ];
  const create = (name: string, nth: number, more: { realm?: number } = {}) =>
    by.createAuction({
      name,
      category: 'product',
      price: 45_000,
      entry_bid_points: 5,
      end_date: new Date(Date.now() + (nth + 1) * 3_600_000).toISOString(),
      ...more,
    });
  for (const [nth, name] of names.entries()) await create(name, nth, { realm });
  const { id: auction } = await create('Rice cooker', 0);
  const [player] = users;
  if (!player) throw new Error('no player');
  const { id, username, token } = player;
  const user = { id, username, full_name: username, email: null, profile: null, role: 0 };
  return { stored: { token, user: JSON.stringify(user) }, auction };
}
