import type { TestUser } from '@copup/testkit/builders.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../src/db/database.ts';
import { inTransaction } from '../../src/db/in-transaction.ts';
import { changeHolds } from '../../src/ledger/holds.ts';
import { postTransfers } from '../../src/ledger/post-transfers.ts';

/** A realm of a load test: without limits per address, since all watchers connect from one. */
export const REALM = 1;
export const PARTICIPANTS = 5;
const CHUNK = 250;

/**
 * Creates auctions with participants, each led by its last participant. They end in an hour, or as set by
 * `endTogether`.
 */
export async function seedAuctions(
  db: Database,
  users: readonly TestUser[],
  count: number,
): Promise<number[]> {
  const { rows } = await db.pool.query<{ id: number }>(
    `INSERT INTO auctions (realm, name, category, price_kobo, entry_bid_points, status, starts_at, end_date, hard_end, chain_head, chain_secret)
     SELECT $3, 'Radio', 'product', 100000, 10, 'active', now(), now() + interval '1 hour', now() + interval '2 hours', $1, $1
     FROM generate_series(1, $2) RETURNING id`,
    [Buffer.alloc(32), count, REALM],
  );
  const ids = rows.map(({ id }) => id);
  const entries = ids.flatMap((id, nth) =>
    users
      .slice(nth * PARTICIPANTS, (nth + 1) * PARTICIPANTS)
      .map((user) => ({ id, user, transferId: uuidv7() })),
  );
  for (const chunk of chunks(entries)) await payEntries(db, chunk);
  const leaders = ids.map((id, nth) => ({ id, user: users[(nth + 1) * PARTICIPANTS - 1] as TestUser }));
  for (const chunk of chunks(leaders)) await openLeads(db, chunk);
  await db.pool.query(
    `INSERT INTO bids (auction_id, seq, id, user_id, username, price_before, price, at, end_date_after, hash)
     SELECT id, seq, gen_random_uuid(), user_id, 'someone', seq - 1, seq, now(), now(), $2
     FROM unnest($1::int[], $3::uuid[]) WITH ORDINALITY AS e (id, user_id, nth), LATERAL (SELECT (nth - 1) % $4 + 1 AS seq) AS s`,
    [entries.map(({ id }) => id), Buffer.alloc(32), entries.map(({ user }) => user.id), PARTICIPANTS],
  );
  await db.pool.query(
    'UPDATE auctions SET seq = $2::int, noticed_seq = $2::int, current_bid_amount = $2::int WHERE id = ANY($1)',
    [ids, PARTICIPANTS],
  );
  await db.pool.query('VACUUM ANALYZE');
  return ids;
}

/** Makes all of them end at one instant, `leadMs` from now. */
export async function endTogether(db: Database, ids: readonly number[], leadMs: number): Promise<void> {
  await db.pool.query("UPDATE auctions SET end_date = now() + $2 * interval '1 ms' WHERE id = ANY($1)", [
    ids,
    leadMs,
  ]);
}

async function payEntries(
  db: Database,
  entries: readonly { id: number; user: TestUser; transferId: string }[],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await postTransfers(
      tx,
      entries.map(({ id, user, transferId }) => ({
        id: transferId,
        kind: 'entry_fee',
        realm: REALM,
        subject: { kind: 'auction', id: String(id) },
        key: `auction:${id}:${user.id}`,
        postings: [{ from: { kind: 'available', id: user.id }, to: { kind: 'revenue' }, amount: 10 }],
      })),
    );
    await tx.client.query(
      `INSERT INTO auction_entries (auction_id, user_id, transfer_id, paid_available, paid_bonus)
       SELECT id, user_id, transfer_id, 10, 0 FROM unnest($1::int[], $2::uuid[], $3::uuid[]) AS e (id, user_id, transfer_id)`,
      [
        entries.map(({ id }) => id),
        entries.map(({ user }) => user.id),
        entries.map(({ transferId }) => transferId),
      ],
    );
  });
}

async function openLeads(db: Database, leaders: readonly { id: number; user: TestUser }[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    await changeHolds(tx, {
      open: leaders.map(({ id, user }) => ({
        id: uuidv7(),
        subject: { kind: 'auction', id: String(id) },
        realm: REALM,
        userId: user.id,
        amount: PARTICIPANTS,
        transferId: uuidv7(),
        transferKind: 'bid_hold',
        key: `auction:${id}:${PARTICIPANTS}`,
      })),
    });
    await tx.client.query(
      `UPDATE auctions a SET leader_id = l.user_id, leader_username = 'someone', seq = $3
        FROM unnest($1::int[], $2::uuid[]) AS l (id, user_id) WHERE a.id = l.id`,
      [leaders.map(({ id }) => id), leaders.map(({ user }) => user.id), PARTICIPANTS],
    );
  });
}

function* chunks<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += CHUNK) yield items.slice(from, from + CHUNK);
}
