import type { FundName } from './funds.ts';

/** The fund that pays for rewards to users (L1): one for real users and one for each load test's realm. */
export const rewardsOf = (realm: number): FundName => ({
  kind: 'rewards',
  realm,
  subject: { kind: 'rewards', id: String(realm) },
});
