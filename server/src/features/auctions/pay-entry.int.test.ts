import type { TestUser } from '@copup/testkit/builders.ts';
import { available, move } from '@copup/testkit/ledger.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AuctionWorld, openAuctionWorld } from '../../../test/auction-world.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { cancelSubject } from '../../subjects/cancel-subject.ts';
import { closeSubjects } from '../../subjects/due-subjects.ts';
import { enterGate } from '../../subjects/gate.ts';
import { refundEntries } from '../../subjects/refund-entries.ts';
import { auctionKind, findAuction, lockAuction } from './auctions.subject.ts';

let world: AuctionWorld;
beforeAll(async () => {
  world = await openAuctionWorld();
});
afterAll(() => world?.close());

const entriesOf = (auctionId: number) =>
  world.query('SELECT user_id, paid_available, paid_bonus FROM auction_entries WHERE auction_id = $1', [
    auctionId,
  ]);

describe('the entry fee', () => {
  it('A2, L6 is paid once, from bonus coins first', async () => {
    const { id } = await world.create({ entry_bid_points: 30 });
    const user = await world.user({ coins: 100, bonus: 20 });
    const reply = await world.enter(id, user);
    expect(reply).toMatchObject({ message: 'Pay entry fee successful!', paid_available: 10, paid_bonus: 20 });
    expect(await world.wallet(user)).toEqual({ available: 90, held: 0, bonus: 0 });
    await expect(world.enter(id, user)).rejects.toMatchObject({
      code: 'ALREADY_JOINED',
      message: 'Already joined auction',
    });
    expect(await world.wallet(user)).toEqual({ available: 90, held: 0, bonus: 0 });
  });

  it('A2 a fee of 0 moves nothing, also before the start, and the reply names no payment', async () => {
    const starts_at = new Date(Date.now() + 60_000).toISOString();
    const { id, status } = await world.create({ entry_bid_points: 0, starts_at });
    expect(status).toBe('pending');
    const message = 'You have joined. The entry is free.';
    const reply = await world.enter(id, await world.user());
    expect(reply).toEqual({ message, transfer_id: null, paid_available: 0, paid_bonus: 0 });
    expect(await entriesOf(id)).toHaveLength(1);
  });

  it('X15 a starter auction refuses a player who has won an auction', async () => {
    const user = await world.user({ coins: 100 });
    const starter = () => world.create({ entry_bid_points: 0, is_starter: true });
    const [won, next] = await Promise.all([starter(), starter()]);
    await world.enter(won.id, user);
    await world.bid(won.id, user);
    await world.passEnd(won.id);
    await closeSubjects(world.deps, auctionKind, [won.id]);
    await expect(world.enter(next.id, user)).rejects.toMatchObject({ code: 'FIRST_WIN_ONLY' });
    expect(await entriesOf(next.id)).toEqual([]);
    await world.enter((await world.create({ entry_bid_points: 0 })).id, user);
  });

  it.each([0, 10])(
    'A2 a fee of %i gives the room of the user a new version, for the other devices',
    async (fee) => {
      const { id } = await world.create({ entry_bid_points: fee });
      const user = await world.user({ coins: 10 });
      const version = async () => {
        const [row] = await world.query<{ version: string }>(
          'SELECT w.version + i.version AS version FROM wallets w JOIN inboxes i USING (user_id) WHERE user_id = $1',
          [user.id],
        );
        return Number(row?.version);
      };
      const before = await version();
      await world.enter(id, user);
      expect(await version()).toBeGreaterThan(before);
    },
  );

  it.each(['key', undefined])('A2 P6 five concurrent requests with the key %s join once', async (key) => {
    const { id } = await world.create();
    const user = await world.user({ coins: 100 });
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => world.enter(id, user, key)));
    const replies = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(replies).toHaveLength(key ? 5 : 1);
    for (const reply of replies) expect(reply).toEqual(replies[0]);
    expect(await world.wallet(user)).toMatchObject({ available: 90 });
    expect(await entriesOf(id)).toHaveLength(1);
  });

  it('is refused with too few coins, after the end, in another realm, and for the demo auctions', async () => {
    const { id } = await world.create({ entry_bid_points: 50 });
    const poor = await world.user({ coins: 49 });
    await expect(world.enter(id, poor)).rejects.toMatchObject({ code: 'NOT_ENOUGH_COINS' });
    const stranger = await world.user({ coins: 100, realm: 9 });
    await expect(world.enter(id, stranger)).rejects.toMatchObject({ code: 'AUCTION_NOT_FOUND' });
    const late = await world.user({ coins: 100 });
    for (const demo of [1, 2, 3]) {
      await expect(world.enter(demo, late)).rejects.toMatchObject({ code: 'AUCTION_NOT_FOUND' });
    }
    await world.passEnd(id);
    await expect(world.enter(id, late, 'late')).rejects.toMatchObject({ code: 'AUCTION_ENDED' });
    expect(await entriesOf(id)).toEqual([]);
    // A refusal is not stored (P6).
    expect(await world.query('SELECT 1 FROM stored_replies WHERE subject = $1', [String(id)])).toEqual([]);
  });

  it('A6 does not wait for the lock that the bids hold', async () => {
    const { id } = await world.create();
    const user = await world.user({ coins: 10 });
    await inTransaction(world.db, async (tx) => {
      await lockAuction(tx, id);
      await world.enter(id, user);
    });
    expect(await entriesOf(id)).toHaveLength(1);
  });

  it('P2 the ledger is correct after these tests', async () => {
    expect(await world.audit()).toEqual([]);
  });
});

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
  const subject = { kind: 'auction', id: String(auctionId) };
  const fee = move(available(user), { kind: 'revenue' }, 10, { kind: 'entry_fee', subject });
  await postTransfers(tx, [fee]);
  await tx.client.query(
    `INSERT INTO auction_entries (auction_id, user_id, transfer_id, paid_available, paid_bonus) VALUES ($1, $2, $3, 10, 0)`,
    [auctionId, user.id, fee.id],
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
