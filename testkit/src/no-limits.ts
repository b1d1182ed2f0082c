import { type LimitRules, limitRules } from '@copup/shared/limit-rules.ts';

/** Rate limits for tests and benches, which send all requests from one address and faster than users may. */
export const noLimits = Object.fromEntries(
  Object.entries(limitRules).map(([name, rule]) => [name, { ...rule, points: 1e9, perAddress: 1e9 }]),
) as unknown as LimitRules;
