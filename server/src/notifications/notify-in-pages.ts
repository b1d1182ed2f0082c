import { setTimeout as pause } from 'node:timers/promises';
import { FIRST_ID } from '../db/first-id.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import type { NewNotice } from './notices.ts';

/** Maximum number of notices in one transaction: a bid waits for PostgreSQL's work on one page at most. */
const PAGE = 200;

/** A notice that many users have not got yet, whose row is locked. */
export interface UnsentNotice {
  notice: Omit<NewNotice, 'userId'>;
  /** The last user who has it. */
  toldUpto: string | null;
  /** Lists the next users above this id, in the order of their ids. */
  listUsers(after: string, limit: number): Promise<string[]>;
  /** Stores the last user of this page, null for an empty one, and whether it was the last page. */
  keep(upto: string | null, isDone: boolean): Promise<void>;
}

/**
 * Writes notices to many users, once each, until `lockNext` finds none. A page and its position are stored in one
 * transaction: after a crash the next run continues there. After a page it waits as long as the page took, so that bids
 * come between two pages.
 */
export async function notifyInPages(
  { db, notices }: Pick<Deps, 'db' | 'notices'>,
  lockNext: (tx: Transaction) => Promise<UnsentNotice | undefined>,
): Promise<void> {
  const notifySome = async (tx: Transaction) => {
    const unsent = await lockNext(tx);
    if (!unsent) return false;
    const userIds = await unsent.listUsers(unsent.toldUpto ?? FIRST_ID, PAGE);
    await notices.write(
      tx,
      userIds.map((userId) => ({ ...unsent.notice, userId })),
    );
    await unsent.keep(userIds.at(-1) ?? null, userIds.length < PAGE);
    return true;
  };
  for (let startMs = performance.now(); await inTransaction(db, notifySome); startMs = performance.now())
    await pause(performance.now() - startMs);
}
