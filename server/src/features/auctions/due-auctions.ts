import { auctionRoom } from '@copup/shared/room-names.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { isConnectionLoss } from '../../db/pg-errors.ts';
import type { Deps } from '../../deps.ts';
import { tellStatusChange } from './auction-list.ts';
import { isDueToStart } from './auction-rules.ts';
import { lockAuctions } from './auctions.queries.ts';
import { type CloseDeps, closeLockedAuctions } from './close-auction.ts';

/** A8: closes that are due together are done together, up to this many in a transaction. */
const DUE_BATCH = 100;
/** Ids read at once. */
const DUE_READ = 1_000;

export type DueDeps = CloseDeps & Pick<Deps, 'db' | 'log' | 'newId'>;

/** Closes everything that is past its end. Ids are read without locks; the rows decide once locked (P3). */
export async function closeOverdue(deps: DueDeps): Promise<void> {
  await inBatches(
    deps,
    `SELECT id FROM auctions WHERE status IN ('pending', 'active') AND end_date <= clock_timestamp() AND id <> ALL($2::int[])
      ORDER BY end_date, id LIMIT $1`,
    (ids) => closeAuctions(deps, ids),
  );
}

/** Starts everything that is past its start and not past its end. */
export async function startOverdue(deps: DueDeps): Promise<void> {
  await inBatches(
    deps,
    `SELECT id FROM auctions WHERE status = 'pending' AND starts_at <= clock_timestamp() AND end_date > clock_timestamp()
      AND id <> ALL($2::int[]) ORDER BY starts_at, id LIMIT $1`,
    (ids) => startAuctions(deps, ids),
  );
}

/** Closes those of the auctions that are open and past their end, in one transaction. Returns the ids it closed. */
export async function closeAuctions(deps: DueDeps, ids: readonly number[]): Promise<number[]> {
  return inTransaction(deps.db, async (tx) => {
    const locked = await lockAuctions(tx, ids);
    return closeLockedAuctions(tx, locked, await tx.clock(), deps);
  });
}

async function startAuctions(deps: DueDeps, ids: readonly number[]): Promise<number[]> {
  return inTransaction(deps.db, async (tx) => {
    const locked = await lockAuctions(tx, ids);
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
 * in a run: what failed waits for the next. Batches come in any order, since another server that goes through the same
 * ones at this moment would otherwise wait for each of our locks in turn.
 */
async function inBatches(
  deps: DueDeps,
  dueIds: string,
  settle: (ids: readonly number[]) => Promise<number[]>,
): Promise<void> {
  const tried: number[] = [];
  for (;;) {
    const { rows } = await deps.db.pool.query<{ id: number }>(dueIds, [DUE_READ, tried]);
    const ids = rows.map(({ id }) => id);
    const batches: number[][] = [];
    for (let from = 0; from < ids.length; from += DUE_BATCH) batches.push(ids.slice(from, from + DUE_BATCH));
    while (batches.length > 0) {
      const [batch] = batches.splice(Math.floor(Math.random() * batches.length), 1);
      if (batch) await settleOrSplit(deps, batch, settle);
    }
    if (ids.length < DUE_READ) return;
    tried.push(...ids);
  }
}

async function settleOrSplit(
  deps: DueDeps,
  ids: readonly number[],
  settle: (ids: readonly number[]) => Promise<number[]>,
): Promise<void> {
  try {
    await settle(ids);
  } catch (error) {
    if (isConnectionLoss(error)) throw error;
    if (ids.length === 1) {
      deps.log.error({ err: error, room: auctionRoom(ids[0] as number) }, 'an auction could not be settled');
      return;
    }
    for (const id of ids) await settleOrSplit(deps, [id], settle);
  }
}
