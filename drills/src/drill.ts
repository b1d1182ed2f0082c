import type { Random } from '@copup/testkit/random.ts';
import type { NpmStartWorld } from './npm-start-scenario.ts';
import type { Scene } from './scene.ts';

export interface DrillContext {
  random: Random;
  /** In `npm test`: a quicker variant of the same fault, with few players. */
  isShort: boolean;
  /** Two servers, players, watchers and a fault; then the checker. */
  play(scene: Scene): Promise<DrillResult>;
  /** The same with the one server, PostgreSQL and Redis that `npm start` runs. */
  playUnderNpmStart(scene: Scene<NpmStartWorld>): Promise<DrillResult>;
}

export interface DrillResult {
  /** Empty when everything held. */
  faults: string[];
  /** For people: a line for each invariant, and how the bids ended. */
  report: string;
}

/** One fault on real processes, with what must hold nevertheless. */
export interface Drill {
  /** In kebab case; what it is chosen by. */
  name: string;
  /** What is broken. */
  fault: string;
  /** The invariants it is about. All of them are judged. */
  holds: string;
  isRootOnly?: boolean;
  run(context: DrillContext): Promise<DrillResult>;
}
