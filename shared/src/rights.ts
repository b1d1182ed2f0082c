/**
 * S8: what operators may do, in plain words. Each command of the console names one right in its declaration. Every
 * operator may read what the console shows.
 */
export const rights = {
  payments: 'Decide payments, payouts and trades; reconcile the bank; set packages, banks and traders',
  coins: 'Give and take coins of players, and fund rewards',
  orders: 'Send and refund what players won',
  subjects: 'Run auctions, contests, heists, matches and bets',
  tasks: 'Set tasks, and decide their uploads',
  players: 'Rename, sign out and suspend players, note about them, and hide titles',
  content: 'Write posts',
  jobs: 'Run jobs and mails again, pause alerts, and run load tests',
  settings: 'Change settings',
  operators: 'Make and remove operators, and change their roles and factors',
  approvals: 'Decide what other operators request, with the right of the request',
  own: 'Manage the own second factor',
} as const;
export type Right = keyof typeof rights;
export const rightNames = Object.keys(rights) as [Right, ...Right[]];

/** The rights of each role. */
const roles = {
  owner: rightNames,
  finance: ['payments', 'coins', 'orders', 'approvals', 'own'],
  support: ['players', 'tasks', 'orders', 'approvals', 'own'],
  operations: ['subjects', 'tasks', 'orders', 'jobs', 'approvals', 'own'],
  content: ['content', 'own'],
  auditor: ['own'],
} as const satisfies Record<string, readonly Right[]>;
export type OperatorRole = keyof typeof roles;
export const operatorRoles = Object.keys(roles) as [OperatorRole, ...OperatorRole[]];

/** Returns the rights of a role; a player has none. */
export const rightsOf = (role: OperatorRole | null): readonly Right[] => (role === null ? [] : roles[role]);

export const hasRight = (role: OperatorRole | null, right: Right): boolean => rightsOf(role).includes(right);

export const rolesWith = (right: Right): OperatorRole[] =>
  operatorRoles.filter((role) => hasRight(role, right));

/** Why a role may not: "Needs finance, support or operations". The owner, who may do everything, only when alone. */
export function needsText(right: Right): string {
  const [owner, ...others] = rolesWith(right);
  const last = others.pop();
  if (last === undefined) return `Needs ${owner}`;
  return `Needs ${others.length > 0 ? `${others.join(', ')} or ` : ''}${last}`;
}
