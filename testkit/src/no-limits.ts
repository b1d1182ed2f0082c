import { type LimitRules, limitRules } from '@copup/server/limits/limit-rules.ts';

/** For tests and benches that send faster than users may: all of a server's requests come from one address. */
export const noLimits = Object.fromEntries(
  Object.entries(limitRules).map(([name, rule]) => [name, { ...rule, points: 1e9, perAddress: 1e9 }]),
) as unknown as LimitRules;
