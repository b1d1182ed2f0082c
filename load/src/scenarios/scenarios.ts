import { seeded } from '@copup/testkit/random.ts';
import { BadOptions } from '../bad-options.ts';
import { bidStorm } from './bid-storm.ts';
import { cardGame } from './card-game.ts';
import { day } from './day.ts';
import { heistRush } from './heist-rush.ts';
import { joinStorm } from './join-storm.ts';
import { manyAuctions } from './many-auctions.ts';
import { mathGame } from './math-game.ts';
import { mixed } from './mixed.ts';
import { pastimes } from './pastimes.ts';
import { replay } from './replay.ts';
import type { Plan, Scenario, Sizes } from './scenario.ts';
import { soak } from './soak.ts';
import { tapStorm } from './tap-storm.ts';
import { wallet } from './wallet.ts';
import { watch } from './watch.ts';

export const scenarios = {
  watch,
  'bid-storm': bidStorm,
  'many-auctions': manyAuctions,
  'join-storm': joinStorm,
  mixed,
  soak,
  'tap-storm': tapStorm,
  'card-game': cardGame,
  'math-game': mathGame,
  wallet,
  'heist-rush': heistRush,
  pastimes,
  day,
  replay,
} as const satisfies Record<string, Scenario>;

/** Plans a run. Throws BadOptions with all needs that the sizes do not fulfil. */
export function planOf(name: ScenarioName, sizes: Sizes): Plan {
  const { needs = [], plan }: Scenario = scenarios[name];
  const unmet = needs.filter(([, isMet]) => !isMet(sizes));
  const refusals = unmet.map(([text, , here]) => `${name}: ${text}${here ? `; here ${here(sizes)}` : ''}.`);
  if (unmet.length > 0) throw new BadOptions(refusals.join('\n'));
  return plan(sizes, seeded(sizes.seed));
}

export type ScenarioName = keyof typeof scenarios;
