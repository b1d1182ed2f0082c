import type { Random } from '@copup/testkit/random.ts';
import type { NpmStartWorld } from './npm-start-scenario.ts';
import type { Scene } from './scene.ts';

export interface DrillContext {
  random: Random;
  /** True in `npm test`: a shorter variant of the same fault, with few players. */
  isShort: boolean;
  /** Runs two servers, players, watchers and a fault, then the checker. */
  play(scene: Scene): Promise<DrillResult>;
  /** Does the same with the server, PostgreSQL and Redis of `npm start`. */
  playUnderNpmStart(scene: Scene<NpmStartWorld>): Promise<DrillResult>;
}

export interface DrillResult {
  /** Empty if all invariants hold. */
  violations: string[];
  /** Text for the terminal: a line for each invariant, and the outcomes of the bids. */
  report: string;
}

/** An injected fault on real processes, with the invariants that must hold during it. */
export interface Drill {
  /** The name on the command line, in kebab case. */
  name: string;
  /** The injected fault. */
  fault: string;
  /** The invariants that the fault endangers. All invariants are checked. */
  holds: string;
  isRootOnly?: boolean;
  run(context: DrillContext): Promise<DrillResult>;
}
