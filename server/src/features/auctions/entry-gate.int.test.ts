import type { TestUser } from '@copup/testkit/builders.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type AuctionWorld, openAuctionWorld } from '../../../test/auction-world.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { cancelSubject } from '../../subjects/cancel-subject.ts';
import { closeSubjects } from '../../subjects/due-subjects.ts';
import { enterGate } from '../../subjects/gate.ts';
import { refundEntries } from '../../subjects/refund-entries.ts';
import { findAuction } from './auctions.queries.ts';
import { auctionKind } from './auctions.subject.ts';

let world: AuctionWorld;
beforeAll(async () => {
  world = await openAuctionWorld();
});
afterAll(() => world?.close());

const gateIsWaitedFor = () =>
  vi.waitUntil(
    async () =>
      (
        await world.query(
          `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        )
      ).length > 0,
    { timeout: 10_000, interval: 5 },
  );

/** Does what joining does after the gate, slowly enough for a test to intervene. */
async function pay(tx: Transaction, auctionId: number, user: TestUser): Promise<void> {
  const transferId = uuidv7();
  await postTransfers(tx, [
    {
      id: transferId,
      kind: 'entry_fee',
      realm: 0,
      subject: { kind: 'auction', id: String(auctionId) },
      key: `auction:${auctionId}:${user.id}`,
      postings: [{ from: { kind: 'available', id: user.id }, to: { kind: 'revenue' }, amount: 10 }],
    },
  ]);
  await tx.client.query(
    `INSERT INTO auction_entries (auction_id, user_id, transfer_id, paid_available, paid_bonus) VALUES ($1, $2, $3, 10, 0)`,
    [auctionId, user.id, transferId],
  );
}

it.each([
  [
    'cancel',
    (id: number) => cancelSubject(world.deps, auctionKind, { id, operatorId: null, reason: 'Damaged' }),
  ],
  ['close', (id: number) => closeSubjects(world.deps, auctionKind, [id])],
])('A8, I6 a %s waits for a user who is joining, and refunds them', async (what, end) => {
  const { id } = await world.create();
  const user = await world.user({ coins: 100 });
  const ending = Promise.withResolvers<unknown>();
  await inTransaction(world.db, async (tx) => {
    await enterGate(tx, auctionKind, id);
    if (what === 'close') await world.passEnd(id);
    end(id).then(ending.resolve, ending.reject);
    await gateIsWaitedFor();
    await pay(tx, id, user);
  });
  await ending.promise;
  await refundEntries(world.deps, auctionKind, id);
  expect(await findAuction(world.db, id)).toMatchObject({
    status: what === 'close' ? 'unsold' : 'cancelled',
    entriesCount: 1,
  });
  expect(await world.wallet(user)).toEqual({ available: 100, held: 0, bonus: 0 });
});
