import { operatorPath, operatorPaths } from './page-paths.ts';

/** A queue shows the item of its address beside the list. */
const queued = (path: string) => (id: string) =>
  `${operatorPath(path)}?list=all&item=${encodeURIComponent(id)}`;
/** A list that is filtered to the record's number. */
const listed = (path: string) => (id: string) =>
  `${operatorPath(path)}?filter=${encodeURIComponent(JSON.stringify({ q: id }))}`;

/**
 * Addresses of the console's page for one record, by its kind: one registry for the search, the ledger, the queues and
 * the rooms. Kinds are those of subjects in the ledger and in the audit log. This file imports no schemas.
 */
const recordPaths: Readonly<Record<string, (id: string) => string>> = {
  user: (id) => `${operatorPath(operatorPaths.ledger)}?user=${encodeURIComponent(id)}`,
  auction: listed(operatorPaths.auctions),
  contest: listed(operatorPaths.contests),
  tap: listed(operatorPaths.contests),
  card: listed(operatorPaths.contests),
  math: listed(operatorPaths.contests),
  heist: listed(operatorPaths.heists),
  bet: listed(operatorPaths.bets),
  fixture: listed(operatorPaths.fixtures),
  order: listed(operatorPaths.orders),
  'heist-order': listed(operatorPaths.heistOrders),
  payment: queued(operatorPaths.payments),
  payout: queued(operatorPaths.payouts),
  trade: queued(operatorPaths.trades),
  trader: listed(operatorPaths.traders),
  'task-upload': queued(operatorPaths.taskUploads),
  task: listed(operatorPaths.tasks),
  post: listed(operatorPaths.posts),
  transfer: (id) => `${operatorPath(operatorPaths.ledger)}?transfer=${encodeURIComponent(id)}`,
  room: (room) => `${operatorPath(operatorPaths.rooms)}?find=${encodeURIComponent(room)}`,
};

/** Returns the address of a record's page in the console; null for a kind without a page. */
export function recordPath(kind: string, id: string | number): string | null {
  return Object.hasOwn(recordPaths, kind) ? (recordPaths[kind]?.(String(id)) ?? null) : null;
}
