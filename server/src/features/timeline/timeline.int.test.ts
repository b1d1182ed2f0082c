import { HoldsReply, type TimelineEntry, TimelineReply } from '@copup/shared/timeline.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { available, bonus, held, move, post } from '@copup/testkit/ledger.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExplainingDatabase, recordQueries, sumBuffers } from '../../../test/query-cost.ts';
import type { Account } from '../../ledger/accounts.ts';
import { type TransferKind, transferKinds } from '../../ledger/post-transfers.ts';

withoutAudit();

let server: TestApp;
let operator: SignedInClient;
beforeAll(async () => {
  server = await startApp({ overrides: { limitRules: noLimits } });
  operator = await server.signIn({ role: 1 });
});
afterAll(() => server?.close());

const parts = ['available', 'held', 'bonus', 'task'] as const;

/** Reads the whole timeline in pages. */
async function readAll(player: SignedInClient, query = 'limit=100'): Promise<TimelineEntry[]> {
  const items: TimelineEntry[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const path: string = `/user/timeline?${query}${next === '' ? '' : `&before=${next}`}`;
    const page = TimelineReply.parse((await player.get(path)).body);
    items.push(...page.items);
    ({ next } = page);
  }
  return items;
}

describe('W11 the timeline', () => {
  it('X2 equals the ledger for random histories, on pages of any size', async () => {
    const other = await server.signIn({ coins: 5_000 });
    const anyMove = fc.record({
      from: fc.nat({ max: 7 }),
      to: fc.nat({ max: 7 }),
      amount: fc.integer({ min: 1, max: 40 }),
      kind: fc.constantFrom(...transferKinds),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyMove, { maxLength: 40 }),
        fc.integer({ min: 1, max: 30 }),
        async (moves, limit) => {
          const player = await server.signIn({ coins: 200, bonus: 50 });
          const places: Account[] = [
            available(player.user),
            held(player.user),
            bonus(player.user),
            available(player.user),
            available(other.user),
            { kind: 'issuance' },
            { kind: 'revenue' },
            { kind: 'unclaimed' },
          ];
          for (const { from, to, amount, kind } of moves) {
            const transfer = move(places[from] as Account, places[to] as Account, amount, { kind });
            // The database refuses moves between equal ends and beyond a balance.
            await post(server.deps.db, transfer).catch(() => {});
          }
          const entries = await readAll(player, `limit=${limit}`);
          const { rows: postings } = await server.deps.db.pool.query<{
            seq: number;
            amount: number;
            source: string;
            isSource: boolean | null;
            sourceBalance: number | null;
            destination: string;
            isDestination: boolean | null;
            destinationBalance: number | null;
          }>(
            `SELECT coalesce(CASE WHEN source_id = $1 THEN source_seq END, destination_seq) AS seq, amount, source::text,
             source_id = $1 AS "isSource", source_balance AS "sourceBalance", destination::text,
             destination_id = $1 AS "isDestination", destination_balance AS "destinationBalance"
           FROM postings WHERE $1 IN (source_id, destination_id) ORDER BY 1`,
            [player.user.id],
          );
          expect(entries.map(({ seq }) => seq)).toEqual(postings.map(({ seq }) => seq).reverse());
          // Replays the postings forward: the changes and the balances after each one.
          const replayed = { available: 0, held: 0, bonus: 0, task: 0 } as Record<string, number>;
          for (const [nth, posting] of postings.entries()) {
            const entry = entries[entries.length - 1 - nth] as TimelineEntry;
            if (posting.isSource) replayed[posting.source] = (replayed[posting.source] ?? 0) - posting.amount;
            if (posting.isDestination)
              replayed[posting.destination] = (replayed[posting.destination] ?? 0) + posting.amount;
            const bidPoints = (replayed.available ?? 0) + (replayed.bonus ?? 0);
            expect(entry.balance).toEqual({ ...replayed, bid_points: bidPoints });
            if (posting.isSource) expect(replayed[posting.source]).toBe(posting.sourceBalance);
            if (posting.isDestination) expect(replayed[posting.destination]).toBe(posting.destinationBalance);
          }
          const { rows: wallets } = await server.deps.db.pool.query(
            'SELECT available, held, bonus, task FROM wallets WHERE user_id = $1',
            [player.user.id],
          );
          for (const part of parts) {
            expect(entries.reduce((sum, { change }) => sum + change[part], 0)).toBe(wallets[0][part]);
          }
        },
      ),
      { numRuns: 8 },
    );
  });

  it('names causes: the auction, the other user of a send, and the page of each', async () => {
    const [ada, bayo] = [await server.signIn({ coins: 100 }), await server.signIn({ coins: 0 })];
    const { body: auction } = await operator.post('/admin/auctions', {
      name: 'A kettle',
      category: 'product',
      price: 100,
      entry_bid_points: 5,
      end_date: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await ada.post(`/auction/pay-entry/${auction.id}`);
    await ada.post(`/auction/bid/${auction.id}`);
    await post(
      server.deps.db,
      move(available(ada.user), available(bayo.user), 7, {
        kind: 'send',
        subject: { kind: 'send', id: '1' },
      }),
    );
    const [sent, bid, entry] = await readAll(ada);
    expect(entry).toMatchObject({
      kind: 'entry_fee',
      subject_name: 'A kettle',
      path: `/auction/${auction.id}`,
      change: { available: -5, held: 0, bonus: 0 },
      balance: { available: 95, bid_points: 95 },
    });
    expect(bid).toMatchObject({ kind: 'bid_hold', change: { available: -1, held: 1 }, balance: { held: 1 } });
    expect(sent).toMatchObject({ kind: 'send', counterpart: bayo.user.username, path: '/transaction' });
    expect((await readAll(bayo))[0]).toMatchObject({
      counterpart: ada.user.username,
      change: { available: 7 },
      balance: { available: 7 },
    });
    const holds = HoldsReply.parse((await ada.get('/user/holds')).body);
    expect(holds.items).toMatchObject([
      { subject_name: 'A kettle', amount: 1, path: `/auction/${auction.id}` },
    ]);
    expect(HoldsReply.parse((await bayo.get('/user/holds')).body)).toEqual({ items: [], next: null });
  });

  it('filters by what happened, across pages', async () => {
    const player = await server.signIn();
    const [user, away] = [available(player.user), { kind: 'issuance' } as const];
    const kinds: [TransferKind, boolean][] = [
      ['purchase', true],
      ['entry_fee', false],
      ['bid_hold', false],
      ['bid_capture', false],
      ['send', true],
      ['send', false],
      ['payout_capture', false],
      ['refund', true],
    ];
    await post(server.deps.db, move(away, user, 1_000));
    for (let round = 0; round < 3; round += 1) {
      for (const [kind, isIn] of kinds)
        await post(server.deps.db, move(isIn ? away : user, isIn ? user : away, 1, { kind }));
    }
    const of = async (filter: string) =>
      (await readAll(player, `limit=2&filter=${filter}`)).map(({ kind }) => kind);
    expect(await of('bought')).toEqual(Array(3).fill('purchase'));
    expect(await of('held')).toEqual(Array(3).fill('bid_hold'));
    expect(await of('spent')).toEqual(Array(3).fill(['bid_capture', 'entry_fee']).flat());
    expect(await of('won')).toEqual(Array(3).fill('bid_capture'));
    expect(await of('paid')).toEqual(Array(3).fill('payout_capture'));
    expect(await of('returned')).toEqual(Array(3).fill('refund'));
    await post(server.deps.db, move(away, bonus(player.user), 5, { kind: 'spin_prize' }));
    expect(await of('bonus')).toEqual(['spin_prize']);
    for (const [filter, sign] of [
      ['sent', -1],
      ['received', 1],
    ] as const) {
      const entries = await readAll(player, `limit=2&filter=${filter}`);
      expect(entries.map(({ kind, change }) => [kind, change.available])).toEqual(
        Array(3).fill(['send', sign]),
      );
    }
  });

  it('refuses a position that is not one of the caller’s wallet', async () => {
    const [ada, bayo] = [await server.signIn({ coins: 100 }), await server.signIn({ coins: 60 })];
    await post(server.deps.db, move(available(ada.user), { kind: 'revenue' }, 1));
    const { next } = (await ada.get('/user/timeline?limit=1')).body;
    expect((await ada.get(`/user/timeline?before=${next}`)).body.items).toHaveLength(1);
    for (const cursor of [next, '1-zz-0-0-0', '5k-1-0-0-0', 'zzzzzzzzzzz-0-0-0-0']) {
      const reply = await bayo.get(`/user/timeline?before=${cursor}`);
      expect([reply.status, reply.body.code]).toEqual([400, 'BAD_REQUEST']);
    }
  });
});

it('W11 a later page of a long timeline costs what the first one costs', async () => {
  const database = await createExplainingDatabase({ genericPlans: true });
  const own = await startApp({ redis: null, database, overrides: { limitRules: noLimits } });
  const ada = await own.signIn({ coins: 10 });
  await own.asOwner(`SET session_replication_role = 'replica';
    INSERT INTO transfers (id, kind, realm, subject_kind, subject_id, key, input_hash)
      SELECT ('019a0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'adjust', 0, 'test', n::text, 'g' || n, ''
      FROM generate_series(1, 10000) AS n;
    INSERT INTO postings (transfer_id, no, realm, unit, amount, source, destination, destination_id, destination_seq,
        destination_balance, xid)
      SELECT ('019a0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 0, 0, 'coin', 1, 'issuance', 'available',
        '${ada.user.id}', 1 + n, 10 + n, '700' FROM generate_series(1, 10000) AS n;
    UPDATE wallets SET available = 10010, version = 10001 WHERE user_id = '${ada.user.id}';
    ANALYZE transfers; ANALYZE postings`);
  const costOf = async (path: string) => {
    const done = await recordQueries(own.deps.db).during(async () => {
      expect((await ada.get(path)).body.items.length).toBeGreaterThan(0);
    });
    const reads = done.filter(({ text }) => text.includes('FROM postings'));
    expect(reads.flatMap(({ sequentialScans }) => sequentialScans)).toEqual([]);
    return sumBuffers(reads);
  };
  const first = await costOf('/user/timeline?limit=50');
  const late = await costOf(
    `/user/timeline?limit=50&before=${[1001, 1010, 0, 0, 0].map((n) => n.toString(36)).join('-')}`,
  );
  expect(first).toBeGreaterThan(0);
  expect(late).toBeLessThanOrEqual(first + 5);
  // A filter that nothing matches reads a limited number of entries for each page.
  const empty = await ada.get('/user/timeline?limit=50&filter=won');
  expect(empty.body).toMatchObject({ items: [], next: expect.any(String) });
  await own.close();
  await database.drop();
});
