import type { Transaction } from '../../db/in-transaction.ts';

/**
 * Joining does not lock the auction's row: that lock belongs to the bids, and a crowd of newcomers would starve them.
 * Instead everybody who joins holds the auction's gate shared, and whoever ends the auction takes it alone, after the
 * row's lock: from then on no entry appears that the settlement has not seen. Joiners that wait for a wallet hold
 * nothing that the wallet's holder could wait for, so no circle can form.
 */
const GATE = 7_301_010;

/** Held until the transaction ends. Read the auction's status and the clock only after it. */
export async function enterGate(tx: Transaction, auctionId: number): Promise<void> {
  await tx.client.query({
    name: 'auction-gate-enter',
    text: 'SELECT pg_advisory_xact_lock_shared($1, $2)',
    values: [GATE, auctionId],
  });
}

/** Shuts the gates through which no user is joining at this moment; returns their auctions. The rows must be locked. */
export async function shutFreeGates(tx: Transaction, auctionIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await tx.client.query<{ id: number; isShut: boolean }>({
    name: 'auction-gates-shut-free',
    text: 'SELECT id, pg_try_advisory_xact_lock($1, id) AS "isShut" FROM unnest($2::int[]) AS id',
    values: [GATE, auctionIds],
  });
  return new Set(rows.filter(({ isShut }) => isShut).map(({ id }) => id));
}

/** Waits for those who are joining and lets nobody in any more. The auctions' rows must be locked. */
export async function shutGates(tx: Transaction, auctionIds: readonly number[]): Promise<void> {
  await tx.client.query({
    name: 'auction-gates-shut',
    text: `SELECT pg_advisory_xact_lock($1, id) FROM (SELECT id FROM unnest($2::int[]) AS id ORDER BY id) AS ordered`,
    values: [GATE, auctionIds],
  });
}
