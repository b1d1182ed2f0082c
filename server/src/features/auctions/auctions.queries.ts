import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { findSubject, lockSubject } from '../../subjects/subject-rows.ts';
import { auctionKind } from './auctions.subject.ts';
import type { AuctionRow } from './auctions.tables.ts';

/** Locks one auction, waiting for it. */
export const lockAuction = (tx: Transaction, id: number): Promise<AuctionRow | undefined> =>
  lockSubject(tx, auctionKind, id);

/** Reads without a lock, in any realm: callers that reply to a player use `findAuctionFor`. */
export const findAuction = (db: Database, id: number): Promise<AuctionRow | undefined> =>
  findSubject(db, auctionKind, id);
