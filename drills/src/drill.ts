import type { NpmStartWorld } from './npm-start-scenario.ts';
import type { OwnPair } from './own-pair.ts';
import type { RestoreWay } from './restore-ways.ts';
import type { Scene, World } from './scene.ts';

export interface DrillResult {
  /** Empty if all invariants hold. */
  violations: string[];
  /** Text for the terminal: a line for each invariant, and the outcomes of the bids. */
  report: string;
}

/** An injected fault on real processes, with the invariants that must hold during it. */
interface Described {
  /** The injected fault. */
  fault: string;
  /** The invariants that the fault endangers. All invariants are checked. */
  holds: string;
  isRootOnly?: boolean;
}
/** Two servers, players, watchers and a fault, then the checker. */
interface OnTwoServers extends Described, Scene {
  /** What differs in `npm test`: a shorter variant of the same fault, with fewer players. */
  short?: Partial<Scene>;
}
/** The same with the server, PostgreSQL and Redis of `npm start`. */
interface UnderNpmStart extends Described {
  underNpmStart: Scene<NpmStartWorld>;
}
/** The same with a standby, which is promoted. The scene depends on whether the run is that of `npm test`. */
interface Replicated extends Described {
  replicated(isShort: boolean): Scene<World<OwnPair>>;
}
/** A restored database, while the servers run or are stopped. */
interface Restored extends Described {
  restore: { way: RestoreWay; isLive: boolean };
}

/** Drills by their names on the command line, in kebab case. */
export type Drills = Record<string, OnTwoServers | UnderNpmStart | Replicated | Restored>;
export type Drill = Drills[string] & { name: string };
