import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { outageOf } from '../../db/pg-errors.ts';
import type { Deps } from '../../deps.ts';
import { lockFreeWallets } from '../../ledger/wallets.ts';
import { nextStep, type Step } from './bet-rules.ts';
import {
  announceBets,
  type BetPlace,
  type BetsToEnd,
  betsWithStatus,
  FIRST_PLACE,
  unsettledBets,
} from './bets.queries.ts';
import type { BetRow, FixtureRow } from './bets.tables.ts';
import { cancelLocked } from './cancel-bet.ts';
import { lockFixture, updateFixture } from './fixtures.queries.ts';
import { settleBets } from './settle-bets.ts';

export type EndDeps = Pick<Deps, 'db' | 'log' | 'newId' | 'notices' | 'settings'>;

/** Bets of one transaction. */
export const CHUNK = 25;

/** What one run has found so far. */
interface Run {
  limit: number;
  /** Bets up to this one failed or are locked, and are left to the next run. */
  after: BetPlace;
  /** Steps with such bets. */
  skipped: Set<Step>;
  /** The bets of the last transaction. */
  taken: readonly BetRow[];
}

/**
 * Does what is due for the bets of a fixture, in chunks of one transaction each: cancels the bets that are pending at
 * kickoff, settles by the result, or returns the stakes when there is no result in time (B2, B4). Any server may stop
 * between two chunks: the rows say what is left, and several servers may call it at once. A bet that fails, or whose row
 * or player's wallet another transaction has locked, does not keep the others. Returns when the next step is due.
 */
export async function endBets(deps: EndDeps, fixtureId: number): Promise<Date | undefined> {
  const run: Run = { limit: CHUNK, after: FIRST_PLACE, skipped: new Set(), taken: [] };
  for (;;) {
    try {
      const next = await inTransaction(deps.db, (tx) => endChunk(tx, deps, fixtureId, run));
      if (next !== 'more') return next;
    } catch (error) {
      const last = run.taken.at(-1);
      if (outageOf(error) !== undefined || !last) throw error;
      if (run.taken.length > 1) {
        // Bet by bet, to find the one that fails.
        run.limit = 1;
        continue;
      }
      deps.log.error({ err: error, bet: last.id }, 'a bet could not be ended');
      Object.assign(run, { limit: CHUNK, after: last });
    }
  }
}

/** Takes one chunk. Returns 'more' while steps are left, and otherwise when the next one is due. */
async function endChunk(
  tx: Transaction,
  deps: EndDeps,
  fixtureId: number,
  run: Run,
): Promise<'more' | Date | undefined> {
  run.taken = [];
  const fixture = await lockFixture(tx, fixtureId);
  if (!fixture) return undefined;
  const now = await tx.clock();
  const next = nextStep(fixture, now, await deps.settings.read(tx, 'betReturnHours'), run.skipped);
  if (!next || 'at' in next) return next?.at;
  const step = steps[next.step];
  const rows = await step.bets(tx, fixture, run).for('no key update', { skipLocked: true });
  run.taken = rows;
  const free = await lockFreeWallets(tx, [...new Set(rows.flatMap(playersOf))]);
  const ended = rows.filter((bet) => playersOf(bet).every((id) => free.has(id)));
  if (ended.length > 0) await step.end(tx, deps, fixture, ended, now);
  if (rows.length < run.limit) {
    const [left] = await step.bets(tx, fixture, { after: FIRST_PLACE, limit: 1 });
    // Before the kickoff only an unsettled result makes a fixture due: an abandoned one keeps it until all bets are closed.
    if (left || (next.step === 'settle' && run.skipped.has('close'))) run.skipped.add(next.step);
    else await updateFixture(tx, fixture.id, step.done(fixture, now));
    run.after = FIRST_PLACE;
  } else if (ended.length < rows.length) run.after = rows.at(-1) ?? FIRST_PLACE;
  const changed = ended.filter(({ status }) => status !== 'settled');
  if (changed.length > 0) await announceBets(tx, changed);
  return 'more';
}

const playersOf = ({ creatorId, opponentId }: BetRow) =>
  opponentId === null ? [creatorId] : [creatorId, opponentId];

interface StepOfEnd {
  /** Selects the first bets that are left. */
  bets(
    tx: Transaction,
    fixture: FixtureRow,
    toEnd: BetsToEnd,
  ): ReturnType<typeof betsWithStatus | typeof unsettledBets>;
  end(tx: Transaction, deps: EndDeps, fixture: FixtureRow, rows: readonly BetRow[], now: Date): Promise<void>;
  /** What the fixture has when no bet is left. */
  done(fixture: FixtureRow, now: Date): Partial<FixtureRow>;
}

const steps: Readonly<Record<Step, StepOfEnd>> = {
  close: {
    bets: (tx, { id }, toEnd) => betsWithStatus(tx, id, 'pending', toEnd),
    end: (tx, deps, { kickoff }, rows, now) =>
      cancelLocked(tx, deps, rows, { cause: kickoff <= now ? 'kickoff' : 'abandoned' }),
    done: (_fixture, now) => ({ closedAt: now }),
  },
  settle: {
    bets: unsettledBets,
    end: (tx, deps, fixture, rows) => settleBets(tx, deps, fixture, rows),
    done: ({ resultNo }) => ({ settledNo: resultNo }),
  },
  return: {
    bets: (tx, { id }, toEnd) => betsWithStatus(tx, id, 'active', toEnd),
    end: (tx, deps, _fixture, rows) => cancelLocked(tx, deps, rows, { cause: 'no_result', isFlagged: true }),
    done: (_fixture, now) => ({ returnedAt: now }),
  },
};
