import { bidStorm } from './bid-storm.ts';
import { joinStorm } from './join-storm.ts';
import { manyAuctions } from './many-auctions.ts';
import { mixed } from './mixed.ts';
import type { Scenario } from './scenario.ts';
import { soak } from './soak.ts';
import { watch } from './watch.ts';

export const scenarios = {
  watch,
  'bid-storm': bidStorm,
  'many-auctions': manyAuctions,
  'join-storm': joinStorm,
  mixed,
  soak,
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;
