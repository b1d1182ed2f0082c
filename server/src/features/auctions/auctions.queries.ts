import { getTableColumns } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { auctions } from './auctions.tables.ts';

/** One auction, whole. `chainSecret` never leaves the server. */
export type AuctionRow = typeof auctions.$inferSelect;

/** The columns of a row, by their names here: hot reads are plain named statements, and still typed by the table. */
export const auctionColumns = Object.entries(getTableColumns(auctions))
  .map(([name, column]) => `a."${column.name}" AS "${name}"`)
  .join(', ');

/**
 * Locks the auctions of these ids in order of id, waiting for each (L5: `FOR NO KEY UPDATE`, subjects before wallets).
 * Unknown ids are left out. Read the clock afterwards, in a statement of its own (P7).
 */
export async function lockAuctions(tx: Transaction, ids: readonly number[]): Promise<AuctionRow[]> {
  const { rows } = await tx.client.query<AuctionRow>({
    name: 'auctions-lock',
    text: `SELECT ${auctionColumns} FROM auctions a WHERE a.id = ANY($1::int[]) ORDER BY a.id FOR NO KEY UPDATE`,
    values: [ids],
  });
  return rows;
}

/** Locks those of the auctions that no other transaction has locked, without waiting. */
export async function lockFreeAuctions(tx: Transaction, ids: readonly number[]): Promise<AuctionRow[]> {
  const { rows } = await tx.client.query<AuctionRow>({
    name: 'auctions-lock-free',
    text: `SELECT ${auctionColumns} FROM auctions a WHERE a.id = ANY($1::int[]) ORDER BY a.id FOR NO KEY UPDATE SKIP LOCKED`,
    values: [ids],
  });
  return rows;
}

/** Locks one auction, waiting for it. */
export async function lockAuction(tx: Transaction, id: number): Promise<AuctionRow | undefined> {
  const { rows } = await tx.client.query<AuctionRow>({
    name: 'auction-lock',
    text: `SELECT ${auctionColumns} FROM auctions a WHERE a.id = $1 FOR NO KEY UPDATE`,
    values: [id],
  });
  return rows[0];
}

/** Reads without a lock. Any realm: callers that answer a player use `findAuctionFor`. */
export async function listAuctionRows(db: Database, ids: readonly number[]): Promise<AuctionRow[]> {
  const { rows } = await db.pool.query<AuctionRow>({
    name: 'auctions-read',
    text: `SELECT ${auctionColumns} FROM auctions a WHERE a.id = ANY($1::int[])`,
    values: [ids],
  });
  return rows;
}

export async function findAuction(db: Database, id: number): Promise<AuctionRow | undefined> {
  return (await listAuctionRows(db, [id]))[0];
}
