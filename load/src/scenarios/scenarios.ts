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
import type { Scenario } from './scenario.ts';
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

export type ScenarioName = keyof typeof scenarios;
