import { createHash } from 'node:crypto';
import {
  AdminAuction,
  Auction,
  BidReceipt,
  BidsReply,
  ChainRoot,
  JoinedAuction,
  PayEntryReply,
  RemainingTime,
} from '@copup/shared/auctions.ts';
import { findChainBreak } from '@copup/shared/bid-chain.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeSubjects } from '../../subjects/due-subjects.ts';
import { auctionKind } from './auctions.subject.ts';
import { publishRoots } from './chain-roots.ts';

let server: TestApp;
let operator: SignedInClient;
let ada: SignedInClient;
let bola: SignedInClient;

beforeAll(async () => {
  server = await startApp({
    overrides: { limitRules: noLimits },
  });
  operator = await server.signIn({ role: 1 });
  ada = await server.signIn({ coins: 1_000 });
  bola = await server.signIn({ coins: 1_000, bonus: 5 });
});
afterAll(() => server?.close());

const iso = (fromNowMs: number) => new Date(Date.now() + fromNowMs).toISOString();
async function create(over: object = {}): Promise<AdminAuction> {
  const { status, body } = await operator.post('/admin/auctions', {
    name: 'Radio',
    category: 'product',
    price: 1_500.5,
    entry_bid_points: 10,
    end_date: iso(3_600_000),
    ...over,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return AdminAuction.parse(body);
}
const passEnd = (id: number) =>
  server.deps.db.pool.query(
    `UPDATE auctions SET starts_at = now() - interval '1 hour', end_date = now() - interval '1 second' WHERE id = $1`,
    [id],
  );

describe('GET /auction', () => {
  it('lists live ones by their end, then pending ones, then those of the last day; by category', async () => {
    const ended = await create({ name: 'ended', category: 'coupon' });
    await passEnd(ended.id);
    await closeSubjects(server.deps, auctionKind, [ended.id]);
    const pending = await create({ name: 'pending', category: 'coupon', starts_at: iso(60_000) });
    const later = await create({ name: 'later', category: 'coupon', end_date: iso(7_200_000) });
    const sooner = await create({ name: 'sooner', category: 'coupon', end_date: iso(1_800_000) });
    const { body } = await ada.get('/auction?category=coupon');
    expect(body.map(({ id }: Auction) => id)).toEqual([sooner.id, later.id, pending.id, ended.id]);
    for (const auction of body) Auction.parse(auction);
    expect(Auction.parse(body[0])).toMatchObject({
      price: 1_500.5,
      image: '',
      joined: false,
      highest_bidder: null,
    });
    expect((await ada.get('/auction?category=')).body.length).toBeGreaterThanOrEqual(4);
    expect((await ada.get('/auction?category=cash')).body).toEqual([]);
  });

  it('O5 returns a realm’s auctions to its own players only, on every call', async () => {
    const player = await server.signIn({ realm: 12, coins: 100 });
    const { id } = await create({ realm: 12 });
    expect((await player.get('/auction')).body.map((auction: Auction) => auction.id)).toEqual([id]);
    expect((await player.get(`/auction/${id}`)).status).toBe(200);
    const refused = { status: 404, body: { code: 'AUCTION_NOT_FOUND', message: 'Auction not found' } };
    for (const path of [
      `/auction/${id}`,
      `/auction/remaining-time/${id}`,
      `/auction/highest-bidder/${id}`,
      `/auction/${id}/highest-bid-points`,
      `/auction/${id}/bids`,
    ]) {
      expect(await ada.get(path), path).toMatchObject(refused);
    }
    expect(await ada.post(`/auction/pay-entry/${id}`)).toMatchObject(refused);
    expect(await ada.post(`/auction/bid/${id}`)).toMatchObject(refused);
  });
});

it('O5 GET /auction/{id} at one moment: each caller reads what concerns them', async () => {
  const { id } = await create();
  const foreign = await server.signIn({ realm: 8 });
  await ada.post(`/auction/pay-entry/${id}`);
  const callers = [ada, foreign, bola, ada];
  const replies = await Promise.all(callers.map((caller) => caller.get(`/auction/${id}`)));
  expect(replies.map(({ status, body }) => [status, body.joined])).toEqual([
    [200, true],
    [404, undefined],
    [200, false],
    [200, true],
  ]);
});

describe('from entry to bids', () => {
  it('A2, A3, A4, A7 reply with the texts and fields of the specification', async () => {
    const { id } = await create();
    expect(await ada.post(`/auction/bid/${id}`)).toMatchObject({ status: 403, body: { code: 'NOT_JOINED' } });
    const paid = await bola.post(`/auction/pay-entry/${id}`, undefined, { 'idempotency-key': 'entry' });
    expect(PayEntryReply.parse(paid.body)).toMatchObject({
      message: 'Pay entry fee successful!',
      paid_available: 5,
      paid_bonus: 5,
    });
    const again = await bola.post(`/auction/pay-entry/${id}`, undefined, { 'idempotency-key': 'entry' });
    expect(again.body).toEqual(paid.body);
    expect(await bola.post(`/auction/pay-entry/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_JOINED', message: 'Already joined auction' },
    });
    // An empty body with a JSON content type (R1).
    expect((await ada.post(`/auction/pay-entry/${id}`, '')).status).toBe(200);
    expect((await ada.get(`/auction/${id}`)).body.joined).toBe(true);

    const bid = await ada.post(`/auction/bid/${id}`, '', { 'idempotency-key': 'one' });
    expect(BidReceipt.parse(bid.body)).toMatchObject({
      message: 'Bid placed successfully!',
      seq: 1,
      currentBidAmount: 1,
      highestBidder: ada.user.username,
      currentBidder: ada.user.username,
    });
    expect((await ada.post(`/auction/bid/${id}`, undefined, { 'idempotency-key': 'one' })).body).toEqual(
      bid.body,
    );
    expect(await ada.post(`/auction/bid/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_LEADING' },
    });
    expect(await bola.post(`/auction/bid/${id}`, { maxBidPoints: 1 })).toMatchObject({
      status: 409,
      body: { code: 'PRICE_MOVED', details: { currentBidAmount: 1, nextPrice: 2 } },
    });
    expect((await bola.post(`/auction/bid/${id}`, { maxBidPoints: 2 })).status).toBe(200);

    expect(RemainingTime.parse((await ada.get(`/auction/remaining-time/${id}`)).body)).toMatchObject({
      currentBidder: bola.user.username,
      currentBidderProfile: null,
    });
    expect((await ada.get(`/auction/highest-bidder/${id}`)).body).toEqual({ username: bola.user.username });
    expect((await ada.get(`/auction/${id}/highest-bid-points`)).body).toEqual({ highestBidPoints: 2 });
    const [joined] = (await bola.get('/user/wishlist')).body;
    expect(JoinedAuction.parse(joined)).toMatchObject({ id, name: 'Radio', status: 'active' });
    expect((await operator.get('/user/wishlist')).body).toEqual([]);
  });

  it('A7 the published bids verify, page by page', async () => {
    const { id } = await create({ entry_bid_points: 0 });
    for (const player of [ada, bola]) await player.post(`/auction/pay-entry/${id}`);
    for (let nth = 0; nth < 5; nth += 1) await (nth % 2 ? bola : ada).post(`/auction/bid/${id}`);
    const first = BidsReply.parse((await ada.get(`/auction/${id}/bids?limit=3`)).body);
    const rest = BidsReply.parse((await ada.get(`/auction/${id}/bids?after=3`)).body);
    expect([first.bids.length, rest.bids.length, rest.seq]).toEqual([3, 2, 5]);
    const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
    const sha256 = (input: Uint8Array) => new Uint8Array(createHash('sha256').update(input).digest());
    const chained = [...first.bids, ...rest.bids].map((bid) => ({
      seq: bid.seq,
      price: bid.price,
      atMs: Date.parse(bid.at),
      bidder: bytes(bid.bidder),
      hash: bytes(bid.hash),
    }));
    expect(findChainBreak(bytes(first.genesis), chained, sha256)).toBeNull();
    expect(rest.bids.at(-1)?.hash).toBe(rest.chain_head);
    expect(new Set(first.bids.map(({ bidder }) => bidder)).size).toBe(2);
    expect(JSON.stringify(first)).not.toContain(ada.user.id);
  });

  it('A1 a bid before the start and after the end is refused with the reason', async () => {
    const { id } = await create({ starts_at: iso(60_000), entry_bid_points: 0 });
    await ada.post(`/auction/pay-entry/${id}`);
    expect(await ada.post(`/auction/bid/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'AUCTION_NOT_ACTIVE', message: 'Auction is not yet active' },
    });
    const { id: over } = await create({ entry_bid_points: 0 });
    await ada.post(`/auction/pay-entry/${over}`);
    await passEnd(over);
    expect((await ada.post(`/auction/bid/${over}`)).body.code).toBe('AUCTION_ENDED');
    expect((await bola.post(`/auction/pay-entry/${over}`)).body.code).toBe('AUCTION_ENDED');
  });
});

it('A7 GET /auction/roots/{day}', async () => {
  const { id } = await create();
  await server.deps.db.pool.query(
    `UPDATE auctions SET status = 'unsold', settled_at = '2025-05-05T12:00:00Z' WHERE id = $1`,
    [id],
  );
  await publishRoots(server.deps);
  const { body } = await ada.get('/auction/roots/2025-05-05');
  expect(ChainRoot.parse(body).heads).toMatchObject([{ auction_id: id, seq: 0 }]);
  expect((await ada.get('/auction/roots/2025-05-06')).status).toBe(404);
});

describe('/admin/auctions', () => {
  it('O3 A8 lists with filters; gets, edits and cancels one', async () => {
    const [first] = [await create({ name: 'Zobo 100%' }), await create({ name: 'Zobo 200%' })];
    const { headers, body } = await operator.get('/admin/auctions?q=zobo&sort=name&order=ASC&perPage=1');
    expect(headers.get('content-range')).toBe('auctions 0-0/2');
    expect(AdminAuction.parse(body[0]).id).toBe(first.id);
    const none = await operator.get('/admin/auctions?q=zob_&realm=0&status=active&category=cash');
    expect([none.headers.get('content-range'), none.body]).toEqual(['auctions */0', []]);
    await ada.post(`/auction/pay-entry/${first.id}`);
    expect((await operator.get(`/admin/auctions/${first.id}`)).body.entries_count).toBe(1);
    const edited = await operator.put(`/admin/auctions/${first.id}`, {
      description: 'Cold',
      status: 'completed',
    });
    expect(AdminAuction.parse(edited.body)).toMatchObject({
      description: 'Cold',
      status: 'active',
      name: 'Zobo 100%',
    });
    expect(JSON.stringify(body)).not.toMatch(/secret/i);
    const cancelled = await operator.post(`/admin/auctions/${first.id}/cancel`, { reason: 'Damaged' });
    expect(AdminAuction.parse(cancelled.body)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'Damaged',
      entries_count: 1,
    });
  });

  it('L4 refuses what is no whole number of coins or kobo, and an end that is not in the future', async () => {
    const body = { name: 'x', category: 'cash', price: 1, entry_bid_points: 1, end_date: iso(60_000) };
    const bad = [
      { entry_bid_points: 1.5 },
      { entry_bid_points: '10' },
      { price: -1 },
      { price: 5e-324 },
      { price: 0.001 },
      { end_date: '2020-01-01T00:00:00Z' },
      { end_date: '9999-12-31T23:59:59Z' },
      { starts_at: '0000-01-01T00:00:00Z' },
    ];
    for (const over of bad) {
      const { body: refused } = await operator.post('/admin/auctions', { ...body, ...over });
      const expected = { code: 'VALIDATION_FAILED', issues: [{ path: Object.keys(over)[0] }] };
      expect(refused, JSON.stringify(over)).toMatchObject(expected);
    }
  });

  const upload = (id: number, bytes: Uint8Array<ArrayBuffer>, type = 'image/png') => {
    const form = new FormData();
    form.set('image', new Blob([bytes], { type }), '../../etc/passwd.png');
    return operator.call('POST', `/admin/auctions/${id}/image`, { body: form });
  };
  const picture = async (colour: string) =>
    new Uint8Array(
      await sharp({ create: { width: 700, height: 400, channels: 3, background: colour } })
        .png()
        .toBuffer(),
    );

  it('stores and serves a picture, and deletes the previous one', async () => {
    const { id } = await create();
    const { body } = await upload(id, await picture('#00a651'));
    expect(body.image).toMatch(/^\/uploads\/[0-9a-f]{32}-640\.webp$/);
    const served = await fetch(server.url + body.image);
    expect([
      served.status,
      served.headers.get('content-type'),
      served.headers.get('x-content-type-options'),
    ]).toEqual([200, 'image/webp', 'nosniff']);
    expect((await ada.get(`/auction/${id}`)).body.image).toBe(body.image);
    const next = await upload(id, await picture('#ff0000'));
    expect(next.body.image).not.toBe(body.image);
    expect((await fetch(server.url + body.image)).status).toBe(404);
  });

  it('refuses a body that is not a picture, too large or not multipart', async () => {
    const { id } = await create();
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect((await upload(id, svg)).body.code).toBe('BAD_IMAGE');
    expect((await upload(id, new Uint8Array())).body.code).toBe('BAD_IMAGE');
    expect((await upload(id, new Uint8Array(2 ** 21 + 1))).body.code).toBe('BODY_TOO_LARGE');
    expect((await operator.post(`/admin/auctions/${id}/image`, { a: 1 })).status).toBe(415);
    const empty = new FormData();
    empty.set('words', 'no picture');
    const { body } = await operator.call('POST', `/admin/auctions/${id}/image`, { body: empty });
    expect(body.code).toBe('BAD_IMAGE');
    expect((await ada.get(`/auction/${id}`)).body.image).toBe('');
  });
});
