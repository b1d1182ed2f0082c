import type { FundName } from './funds.ts';

/** The fund that pays for what is given to users (L1): one for the real world and one for each load test's realm. */
export const rewardsOf = (realm: number): FundName => ({
  kind: 'rewards',
  realm,
  subject: { kind: 'rewards', id: String(realm) },
});
