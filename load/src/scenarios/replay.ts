import { BadOptions } from '../bad-options.ts';
import { planReplay } from '../replay/plan-replay.ts';
import type { Scenario } from './scenario.ts';

export const replay: Scenario = {
  summary: 'the recorded minutes of an auction’s room again: replay FILE',
  // The file decides.
  defaults: { clients: 1, rooms: 1, rate: 0, durationMs: 1_000 },
  plan(sizes) {
    if (!sizes.trace) throw new BadOptions('replay: name the file that the console exported.');
    return planReplay(sizes.trace, sizes);
  },
};
