import { setTimeout as pause } from 'node:timers/promises';
import type { LoadRealm } from './realm.ts';
import { nowMs } from './room-socket.ts';
import type { Plan } from './scenarios/scenario.ts';

const EVERY_MS = 1_000;
/** The most decisions of one request. */
const MOST_DECISIONS = 100;

type Decide = (realm: LoadRealm, signal: AbortSignal) => Promise<void>;

/** The operator who decides what players request, while they do. */
export class OperatorDesk {
  readonly #realm: LoadRealm;
  readonly #decisions: readonly Decide[];
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  readonly errors: string[] = [];

  constructor(realm: LoadRealm, decisions: readonly Decide[]) {
    this.#realm = realm;
    this.#decisions = decisions;
    this.#running = this.#run();
  }

  /** Resolves when no decision is under way. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      for (const decide of this.#decisions)
        await decide(this.#realm, signal).catch((error: Error) => this.errors.push(error.message));
      await pause(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Returns what the plan's players request. */
export function decisionsOf({ walletUsers = [], tasks = [], fixtures = [] }: Plan): Decide[] {
  return [
    ...(walletUsers.length > 0 ? [decidePayouts] : []),
    ...(tasks.length > 0 ? [decideUploads] : []),
    ...(fixtures.length > 0 ? [enterResults()] : []),
  ];
}

/** Rejects every third payout and approves the others, of which every second one is returned later. The rest stay pending. */
const decidePayouts: Decide = async (realm, signal) => {
  for (const { id, status } of await realm.listPayouts()) {
    if (signal.aborted) return;
    if (status === 'pending') await realm.decidePayout(id, id % 3 === 0 ? 'reject' : 'approve');
    else if (status === 'approved' && id % 2 === 0) await realm.decidePayout(id, 'return');
  }
};

/** Rejects every fifth screenshot and approves the others. */
const decideUploads: Decide = async ({ plays }) => {
  const uploads = await plays.listUploads();
  const pending = uploads.filter(({ status }) => status === 'pending').slice(0, MOST_DECISIONS);
  const [rejected, approved] = [true, false].map((isRejected) =>
    pending.map(({ id }) => id).filter((id) => (id % 5 === 0) === isRejected),
  );
  if (rejected?.length) await plays.rejectUploads(rejected);
  if (approved?.length) await plays.approveUploads(approved);
};

/** Enters the result of each match once, after its kickoff by the server's clock. */
function enterResults(): Decide {
  const entered = new Set<number>();
  return async ({ plays }) => {
    for (const fixture of plays.fixtures) {
      if (entered.has(fixture.id) || nowMs() < fixture.kickoffMs) continue;
      try {
        await plays.enterResult(fixture);
        entered.add(fixture.id);
      } catch (error) {
        if (!String(error).includes('MATCH_NOT_STARTED')) throw error;
      }
    }
  };
}
