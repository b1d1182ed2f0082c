import { liveSubjects } from './live-subjects.ts';
import { operatorPath, operatorPaths } from './page-paths.ts';

/** A queue shows the item of its address beside the list. */
const queued = (path: string) => (id: string) =>
  `${operatorPath(path)}?list=all&item=${encodeURIComponent(id)}`;
/** A page of its own. */
const page = (path: string) => (id: string) => `${operatorPath(path)}/${encodeURIComponent(id)}`;
/** A list with this filter. */
const filtered = (path: string, filter: object) =>
  `${operatorPath(path)}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
/** A list that is filtered to the record's number. */
const listed = (path: string) => (id: string) => filtered(path, { q: id });
/** A list without a page or a filter of one record. */
const inList = (path: string) => () => operatorPath(path);

/**
 * Addresses of the console's page for one record, by its kind: one registry for the search, the ledger, the queues and
 * the rooms. Kinds are those of subjects in the ledger and in the audit log. This file imports no schemas.
 */
const recordPaths: Readonly<Record<string, (id: string) => string>> = {
  user: page(operatorPaths.users),
  ...Object.fromEntries(
    Object.entries(liveSubjects).flatMap(([kind, { plural, rooms }]) =>
      [kind, ...Object.keys(rooms)].map((each) => [each, page(plural)]),
    ),
  ),
  bet: listed(operatorPaths.bets),
  fixture: listed(operatorPaths.fixtures),
  order: page(operatorPaths.orders),
  'heist-order': page(operatorPaths.heistOrders),
  payment: page(operatorPaths.payments),
  // By the id of the buyer, since nothing was announced.
  'payment-reference': page(operatorPaths.users),
  payout: page(operatorPaths.payouts),
  trade: page(operatorPaths.trades),
  trader: listed(operatorPaths.traders),
  'task-upload': queued(operatorPaths.taskUploads),
  task: listed(operatorPaths.tasks),
  post: listed(operatorPaths.posts),
  package: inList(operatorPaths.packages),
  bank: inList(operatorPaths.banks),
  'bank-day': page(operatorPaths.reconciliation),
  'bank-record': inList(operatorPaths.reconciliation),
  'statement-line': inList(operatorPaths.reconciliation),
  statement: inList(operatorPaths.statements),
  team: inList(operatorPaths.teams),
  'referral-task': inList(operatorPaths.referralTasks),
  'instagram-post': inList(operatorPaths.instagramPosts),
  'notify-me': inList(operatorPaths.notifyMe),
  setting: inList(operatorPaths.settings),
  job: inList(operatorPaths.jobs),
  mail: inList(operatorPaths.jobs),
  ledger: inList(operatorPaths.ledger),
  rewards: inList(operatorPaths.affiliates),
  list: (name) => operatorPath(name === 'affiliate-referrers' ? operatorPaths.affiliates : name),
  'dry-run': page(operatorPaths.dryRuns),
  'load-test': () => filtered(operatorPaths.loadTests, {}),
  // The players of a load test.
  realm: (id) => filtered(operatorPaths.users, { realm: id }),
  transfer: (id) => `${operatorPath(operatorPaths.ledger)}?transfer=${encodeURIComponent(id)}`,
  trace: page(operatorPaths.rooms),
  room: (room) => `${operatorPath(operatorPaths.rooms)}?find=${encodeURIComponent(room)}`,
};

/** Returns the address of a record's page in the console; null for a kind without a page. */
export function recordPath(kind: string, id: string | number): string | null {
  return Object.hasOwn(recordPaths, kind) ? (recordPaths[kind]?.(String(id)) ?? null) : null;
}
