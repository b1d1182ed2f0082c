import { auctionRoom } from '@copup/shared/room-names.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { outageOf } from '../../db/pg-errors.ts';
import type { Deps } from '../../deps.ts';
import { tellStatusChange } from './auction-list.ts';
import { isDueToClose, isDueToStart } from './auction-rules.ts';
import { lockAuctions, lockFreeAuctions } from './auctions.queries.ts';
import { type CloseDeps, closeLockedAuctions, lockForClose } from './close-auction.ts';

/** A8: closes that are due together are done together, up to this many in a transaction. */
const DUE_BATCH = 100;
/** Ids read at once. */
const DUE_READ = 1_000;
/** How long a batch waits for a lock on a whole table; rows that are locked are not waited for. */
const BATCH_LOCK_TIMEOUT = '500ms';
/** Where batches left an auction out, someone waits for it: this many at a time, within this time. */
const HELD_READ = 20;
const HELD_RUN_MS = 2_000;

export type DueDeps = CloseDeps & Pick<Deps, 'db' | 'log' | 'newId'>;
type Settle = (ids: readonly number[]) => Promise<unknown>;

/**
 * Closes everything that is past its end, except what others have locked: an auction, its entries, its leader's wallet.
 * Ids are read without locks, by the time at which the statement began, which an index serves; the rows decide once
 * locked, by a clock read after that (P3, P7). Auctions without a bid come first: they close while the
 * ledger is locked.
 */
export async function closeOverdue(deps: DueDeps): Promise<void> {
  for (const hasLeader of [false, true]) {
    await inBatches(
      deps,
      {
        name: `auctions-overdue-${hasLeader ? 'led' : 'unled'}`,
        text: `SELECT id FROM auctions WHERE status IN ('pending', 'active') AND end_date <= statement_timestamp()
          AND id <> ALL($2::int[]) AND leader_id IS ${hasLeader ? 'NOT ' : ''}NULL ORDER BY end_date, id LIMIT $1`,
      },
      (ids) => closeFree(deps, ids),
    );
  }
}

/** Starts everything that is past its start and not past its end, except what others have locked. */
export async function startOverdue(deps: DueDeps): Promise<void> {
  await inBatches(
    deps,
    {
      name: 'auctions-to-start',
      // Whether it has ended too is checked under the lock: a second condition here made the plan walk all ends.
      text: `SELECT id FROM auctions WHERE status = 'pending' AND starts_at <= statement_timestamp()
        AND id <> ALL($2::int[]) ORDER BY starts_at, id LIMIT $1`,
    },
    (ids) => startFree(deps, ids),
  );
}

/**
 * No auction starves: what batches have left out for a second is closed here one by one, waiting for its locks in turn
 * with everyone else. A lane that holds the row past its end closes it as well (A8).
 */
export async function closeHeld(deps: DueDeps): Promise<void> {
  const { rows } = await deps.db.pool.query<{ id: number }>({
    name: 'auctions-held',
    text: `SELECT id FROM (SELECT id FROM auctions WHERE status IN ('pending', 'active')
        AND end_date <= statement_timestamp() - interval '1 second' ORDER BY end_date LIMIT $2) AS held
      ORDER BY random() LIMIT $1`,
    values: [HELD_READ, DUE_READ],
  });
  const startedAtMs = performance.now();
  for (const { id } of rows) {
    if (performance.now() - startedAtMs > HELD_RUN_MS) return;
    await settleOrSplit(deps, [id], (ids) => closeAuctions(deps, ids));
  }
}

/** Closes those of the auctions that are open and past their end, in one transaction. Returns the ids it closed. */
export async function closeAuctions(deps: DueDeps, ids: readonly number[]): Promise<number[]> {
  return inTransaction(deps.db, async (tx) => {
    const locked = await lockAuctions(tx, ids);
    return closeLockedAuctions(tx, locked, await tx.clock(), deps);
  });
}

/** The same for those that no other transaction has locked. */
async function closeFree(deps: DueDeps, ids: readonly number[]): Promise<number[]> {
  // In one round trip with the BEGIN; the database runs them in this order, so the clock is read under the locks.
  const open = (tx: Transaction) =>
    Promise.all([
      lockFreeAuctions(tx, ids),
      tx.clock(),
      tx.client.query(`SET LOCAL lock_timeout = '${BATCH_LOCK_TIMEOUT}'`),
    ]);
  return inTransaction(
    deps.db,
    async (tx, [locked, now]) => {
      const due = await lockForClose(
        tx,
        locked.filter((auction) => isDueToClose(auction, now)),
      );
      return closeLockedAuctions(tx, due, now, deps);
    },
    open,
  );
}

async function startFree(deps: DueDeps, ids: readonly number[]): Promise<number[]> {
  return inTransaction(deps.db, async (tx) => {
    const locked = await lockFreeAuctions(tx, ids);
    const now = await tx.clock();
    const due = locked.filter((auction) => isDueToStart(auction, now));
    if (due.length === 0) return [];
    const started = due.map(({ id }) => id);
    await tx.client.query({
      name: 'auctions-start',
      text: `UPDATE auctions SET status = 'active', status_at = $2, version = version + 1 WHERE id = ANY($1::int[])`,
      values: [started, now],
    });
    await tellStatusChange(tx, due);
    return started;
  });
}

/**
 * A batch that fails is tried again one by one, so that one bad row cannot keep the others open. Each id is tried once
 * in a run: what failed or was locked waits for the next. Batches come in any order, since another server may go through
 * the same ones at this moment.
 */
async function inBatches(
  deps: DueDeps,
  dueIds: { name: string; text: string },
  settle: Settle,
): Promise<void> {
  const tried: number[] = [];
  for (;;) {
    const { rows } = await deps.db.pool.query<{ id: number }>({ ...dueIds, values: [DUE_READ, tried] });
    const ids = rows.map(({ id }) => id);
    const batches: number[][] = [];
    for (let from = 0; from < ids.length; from += DUE_BATCH) batches.push(ids.slice(from, from + DUE_BATCH));
    while (batches.length > 0) {
      const [batch] = batches.splice(Math.floor(Math.random() * batches.length), 1);
      if (batch && !(await settleOrSplit(deps, batch, settle))) return;
    }
    if (ids.length < DUE_READ) return;
    tried.push(...ids);
  }
}

/** Returns false when a lock took too long: what is left waits for the next run. */
async function settleOrSplit(deps: DueDeps, ids: readonly number[], settle: Settle): Promise<boolean> {
  try {
    await settle(ids);
  } catch (error) {
    const outage = outageOf(error);
    if (outage === 'unavailable') throw error;
    if (outage === 'busy') return false;
    if (ids.length === 1) {
      deps.log.error({ err: error, room: auctionRoom(ids[0] as number) }, 'an auction could not be settled');
      return true;
    }
    for (const id of ids) if (!(await settleOrSplit(deps, [id], settle))) return false;
  }
  return true;
}
