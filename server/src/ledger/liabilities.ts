import type { Liabilities } from '@copup/shared/ledger.ts';
import type { AccountKind } from './accounts.ts';
import { balanceOfKind, type Flow } from './flows.ts';

/** Kinds of accounts whose coins belong to users, traders or subjects. */
const owedKinds = ['available', 'held', 'bonus', 'stock', 'escrow', 'pot', 'rewards', 'unclaimed'] as const;

/** Computes what the platform owes and what was paid in and out from the flows of a realm. Pure. */
export function toLiabilities(realm: number, asOf: Date | null, flows: readonly Flow[]): Liabilities {
  const balances = Object.fromEntries(owedKinds.map((kind) => [kind, balanceOfKind(flows, kind)])) as Record<
    (typeof owedKinds)[number],
    number
  >;
  const issued = issuedByKind(flows);
  const netOf = (...kinds: string[]) =>
    issued.reduce((sum, { kind, amount }) => sum + (kinds.includes(kind) ? amount : 0), 0);
  return {
    realm,
    as_of: asOf?.toISOString() ?? null,
    owed: { ...balances, total: owedKinds.reduce((sum, kind) => sum + balances[kind], 0) },
    issued,
    issued_total: issued.reduce((sum, { amount }) => sum + amount, 0),
    paid_in: netOf('purchase', 'chargeback', 'chargeback_return', 'recovery'),
    traded: flows.reduce((sum, { kind, amount }) => sum + (kind === 'trade' ? amount : 0), 0),
    paid_out: balanceOfKind(flows, 'payouts'),
    revenue: balanceOfKind(flows, 'revenue'),
  };
}

/** Returns the coins that left issuance, less those that returned to it, for each kind of transfer. */
function issuedByKind(flows: readonly Flow[]): Liabilities['issued'] {
  const sign = (account: AccountKind) => (account === 'issuance' ? 1 : 0);
  const ofIssuance = flows.filter(({ source, destination }) => sign(source) !== sign(destination));
  return [...Map.groupBy(ofIssuance, ({ kind }) => kind)].map(([kind, same]) => ({
    kind,
    amount: same.reduce((sum, { source, amount }) => sum + (source === 'issuance' ? amount : -amount), 0),
    postings: same.reduce((sum, { postings }) => sum + postings, 0),
  }));
}
