import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Receipt, ReceiptKeys, type Receipt as ReceiptReply } from '@copup/shared/receipts.ts';
import { type ReceiptContent, type ReceiptKind, readSealed } from '@copup/shared/sealed-receipt.ts';
import { alterAtRandom, alterReceipt } from '@copup/testkit/altered-receipts.ts';
import type { SignedInClient, TestApp } from '@copup/testkit/app.ts';
import { isFull } from '@copup/testkit/is-full.ts';
import { seeded } from '@copup/testkit/random.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainPasswords } from '../../../test/plain-passwords.ts';
import { PIN, send, sender, startSendApp } from '../../../test/send-world.ts';
import { features } from '../../app.ts';
import { seedDemo } from '../../seed-demo.ts';
import { closeSubjects } from '../../subjects/due-subjects.ts';
import { auctionKind } from '../auctions/auctions.subject.ts';
import { createReceiptSigner } from './receipt-keys.ts';
import { shareReceipt } from './share-receipt.ts';

const contents = features.flatMap(({ demo }) => demo ?? []);
const script = fileURLToPath(new URL('../../../../scripts/verify-proof.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'copup-receipts-'));
let app: TestApp;
beforeAll(async () => {
  app = await startSendApp();
  await seedDemo(app.deps, contents);
  for (const content of contents) await content.renew(app.deps);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app?.close();
});

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await app.deps.db.pool.query(text, values)).rows as Row[];
const page = async (path: string) => {
  const reply = await fetch(`${app.url}${path}`, { redirect: 'manual' });
  return { status: reply.status, headers: reply.headers, html: await reply.text() };
};
const share = (client: SignedInClient, kind: ReceiptKind, id: string) =>
  client.post('/receipts', { kind, id });
const read = async (code: string): Promise<ReceiptReply> =>
  Receipt.parse((await app.client.get(`/receipts/${code}`)).body);

const keysText = async () => (await page('/.well-known/copup-receipts.json')).html;

/** A send of 40 coins from Ada Obi to Chi Nwosu, which its sender shares. */
async function sharedSend() {
  const [ada, chi] = [await sender(app), await sender(app)];
  await query("UPDATE users SET full_name = 'Ada Obi' WHERE id = $1", [ada.user.id]);
  await query("UPDATE users SET full_name = 'Chi Nwosu' WHERE id = $1", [chi.user.id]);
  const { id } = (await send(ada, chi, 40)).body as { id: string };
  const { code, url } = (await share(ada, 'send', id)).body as { code: string; url: string };
  return { ada, chi, id, code, url };
}

/** Card payments in each status. */
const payByCard = () =>
  app.asOwner(`INSERT INTO card_payments (tx_ref, user_id, package_id, bid_points, price_kobo, status, provider_id, decided_at, charged_back_at)
    SELECT status, (SELECT id FROM users WHERE is_demo LIMIT 1), (SELECT min(id) FROM coin_packages), 50, 450000, status,
      CASE WHEN status IN ('approved', 'charged_back') THEN status END, CASE WHEN status <> 'pending' THEN now() END,
      CASE WHEN status = 'charged_back' THEN now() END
    FROM unnest(ARRAY['pending', 'approved', 'failed', 'charged_back']) AS status`);

/** Two auctions that a player wins, and the refund of one order. */
async function winTwice(): Promise<void> {
  const [operator, ada] = [await app.signIn({ role: 1 }), await app.signIn({ coins: 100 })];
  for (const _nth of [1, 2]) {
    const { body } = await operator.post('/admin/auctions', {
      name: 'Tecno Phantom',
      category: 'product',
      price: 100,
      entry_bid_points: 5,
      end_date: new Date(Date.now() + 3_600_000).toISOString(),
    });
    for (const step of ['pay-entry', 'bid'])
      expect((await ada.post(`/auction/${step}/${body.id}`)).status).toBe(200);
    await query(
      "UPDATE auctions SET starts_at = now() - interval '1 hour', end_date = now() - interval '1 second' WHERE id = $1",
      [body.id],
    );
    await closeSubjects(app.deps, auctionKind, [body.id]);
  }
  await ada.post('/cart/checkout', { address: '12 Allen Avenue, Ikeja', contactInfo: '08031234567' });
  await query(
    "UPDATE orders SET status = 'refunded' WHERE id = (SELECT min(id) FROM orders WHERE user_id = $1)",
    [ada.user.id],
  );
}

describe('W22 a shared receipt', () => {
  it('shows amount, masked names, time and status to everyone, and nothing else of the players', async () => {
    const { ada, chi, id, code, url } = await sharedSend();
    expect(url).toMatch(/\/r\/[0-9A-HJKMNP-TV-Z]{26}$/);
    const receipt = await read(code);
    expect(receipt).toMatchObject({
      kind: 'send',
      coins: 40,
      kobo: null,
      from: 'A•• O••',
      to: 'C•• N••••',
      status: 'final',
      status_at: receipt.at,
      reason: null,
    });
    const { status, headers, html } = await page(`/r/${code}`);
    expect(status).toBe(200);
    for (const shown of ['40 coins', 'A•• O••', 'C•• N••••', 'Final', 'Check your own balance', '₦4,000'])
      expect(html).toContain(shown);
    for (const hidden of [ada, chi].flatMap(({ user }) => [user.id, user.username, user.walletAddress]))
      expect(html + JSON.stringify(receipt)).not.toContain(hidden);
    expect(html + JSON.stringify(receipt)).not.toContain(id);
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(html.match(/<script[^>]*>/g)).toEqual([`<script src="/r/follow.js" data-code="${code}">`]);
    expect(Buffer.byteLength(html)).toBeLessThan(15_000);
  });

  it('is shared by those who took part only, again under the same code, and ends for good', async () => {
    const { ada, chi, id, code } = await sharedSend();
    expect((await share(ada, 'send', id)).body.code).toBe(code);
    const other = (await share(chi, 'send', id)).body.code as string;
    expect(other).not.toBe(code);
    const stranger = await app.signIn();
    for (const [kind, item] of [
      ['send', id],
      ['send', '7'],
      ['payout', id],
      ['payout', '999999'],
    ] as const)
      expect((await share(stranger, kind, item)).body.code).toBe('RECEIPT_NOT_FOUND');
    expect((await stranger.delete(`/receipts/${code}`)).status).toBe(404);
    for (const _again of [1, 2]) expect((await ada.delete(`/receipts/${code}`)).status).toBe(200);
    expect((await app.client.get(`/receipts/${code}`)).body).toMatchObject({ code: 'RECEIPT_ENDED' });
    expect(await page(`/r/${code}`)).toMatchObject({
      status: 410,
      html: expect.stringContaining('The owner stopped sharing this.'),
    });
    await query('UPDATE users SET password_hash = $2 WHERE id = $1', [
      chi.user.id,
      await plainPasswords.hash('x'),
    ]);
    // The other player's link stays until the account is deleted (S7).
    expect((await page(`/r/${other}`)).status).toBe(200);
    expect((await chi.delete('/user/delete', { forfeit: true, password: 'x' })).status).toBe(200);
    expect((await page(`/r/${other}`)).status).toBe(410);
    const next = (await share(ada, 'send', id)).body.code as string;
    expect(next).not.toBe(code);
    expect((await page(`/r/${code}`)).status).toBe(410);
  });

  it('is found by its typed code; an unknown one is nothing that our books have', async () => {
    const { code } = await sharedSend();
    const typed = code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l').replaceAll(/.{4}/g, '$& ');
    const found = await page(`/r?code=${encodeURIComponent(typed)}`);
    expect([found.status, found.headers.get('location')]).toEqual([302, `/r/${code}`]);
    expect((await page('/r')).html).toContain('26 letters and digits');
    expect((await page('/r?code=abc')).status).toBe(400);
    for (const wrong of [`/r/${'0'.repeat(26)}`, '/r/%00', '/r/x'])
      expect(await page(wrong)).toMatchObject({
        status: 404,
        html: expect.stringContaining('find that receipt'),
      });
  });

  it('has the status of the books, for each kind of item', async () => {
    const items: Record<Exclude<ReceiptKind, 'send'>, [text: string, statuses: Record<string, string>]> = {
      purchase: [
        'SELECT id, user_id, status, bid_points AS coins FROM manual_payments',
        {
          ...{ pending: 'pending', underpaid: 'pending', returning: 'pending' },
          ...{ approved: 'final', overpaid: 'final', rejected: 'reversed', returned: 'reversed' },
        },
      ],
      card: [
        'SELECT id, user_id, status, bid_points AS coins FROM card_payments',
        { pending: 'pending', approved: 'final', failed: 'reversed', charged_back: 'reversed' },
      ],
      payout: [
        'SELECT id, user_id, status, bid_points AS coins FROM payouts',
        {
          pending: 'pending',
          approved: 'pending',
          paid: 'final',
          rejected: 'reversed',
          returned: 'reversed',
        },
      ],
      trade: [
        'SELECT id, user_id, status, bid_points AS coins FROM trades',
        {
          reserved: 'pending',
          pending: 'pending',
          disputed: 'pending',
          approved: 'final',
          rejected: 'reversed',
          expired: 'reversed',
        },
      ],
      win: [
        "SELECT id, leader_id AS user_id, coalesce((SELECT o.status FROM orders o WHERE o.auction_id = auctions.id), 'cart') AS status, current_bid_amount AS coins FROM auctions WHERE status = 'completed'",
        { cart: 'final', processing: 'final', shipped: 'final', delivered: 'final', refunded: 'reversed' },
      ],
      bet: [
        'SELECT id, creator_id AS user_id, status, stake_points AS coins FROM bets',
        { pending: 'pending', active: 'pending', settled: 'final', cancelled: 'reversed' },
      ],
      ticket: [
        `SELECT heist_id AS id, t.user_id, coalesce(final_status, 'open') AS status, paid_available + paid_bonus AS coins
          FROM heist_tickets t JOIN heists h ON h.id = heist_id`,
        { open: 'final', completed: 'final', cancelled: 'reversed' },
      ],
    };
    await Promise.all([payByCard(), winTwice()]);
    const seen: string[] = [];
    for (const [kind, [text, statuses]] of Object.entries(items)) {
      const rows = await query<{ id: number; user_id: string; status: string; coins: number }>(
        `${text} LIMIT 20`,
      );
      for (const { id, user_id, status, coins } of rows) {
        const item = { userId: user_id, kind: kind as ReceiptKind, itemId: String(id) };
        const receipt = await read(await shareReceipt(app.deps, item));
        expect([kind, receipt.status, receipt.coins]).toEqual([kind, statuses[status], coins]);
        expect((receipt.kobo !== null) === ['purchase', 'card', 'payout', 'trade'].includes(kind)).toBe(true);
        expect([kind, status, receipt.status_at === null]).toEqual([
          kind,
          status,
          receipt.status === 'pending',
        ]);
        expect((await page(`/r/${receipt.code}`)).status).toBe(200);
        seen.push(`${kind} ${receipt.status}`);
      }
    }
    // What the demo shows of each kind.
    const all = Object.keys(items).flatMap((kind) => [
      `${kind} pending`,
      `${kind} final`,
      `${kind} reversed`,
    ]);
    // Neither the demo nor this test has a bet that was cancelled.
    const none = ['bet reversed', 'ticket pending', 'win pending'];
    expect(all.filter((one) => !seen.includes(one)).sort()).toEqual(none);
  });
});

describe('W22 the signature', () => {
  it('is of a published key, also after the key was replaced', async () => {
    const { code } = await sharedSend();
    const { sealed } = await read(code);
    const keysOf = async () => ReceiptKeys.parse(JSON.parse(await keysText()));
    const before = await keysOf();
    const config = { ...app.deps.config, receiptsKey: randomBytes(32) };
    const next = createReceiptSigner({ db: app.deps.db, config });
    const content = readSealed(sealed)?.content as ReceiptContent;
    const [ours, theirs] = [createReceiptSigner(app.deps), await next.seal(content)];
    expect((await next.open(sealed))?.content).toEqual(content);
    expect((await ours.open(theirs))?.content).toEqual(content);
    const after = await keysOf();
    expect(after.keys[0]).toEqual(before.keys[0]);
    expect(after.keys).toHaveLength(before.keys.length + 1);
  });

  it('refuses every altered receipt on the page and in the script', async () => {
    const { code } = await sharedSend();
    const other = await sharedSend();
    const { sealed } = await read(code);
    const altered = alterReceipt({ code, sealed, other: await read(other.code) });
    const random = seeded(7);
    const further = Array.from({ length: isFull ? 2_000 : 50 }, () => ({
      name: 'at random',
      code,
      sealed: alterAtRandom(sealed, random.next),
    }));
    const all = [...altered, ...further];
    expect(altered.length).toBeGreaterThanOrEqual(100);
    for (const name of ['amount', 'name', 'time', 'status', 'code', 'signature', 'key'])
      expect(altered.some((one) => one.name.startsWith(name))).toBe(true);
    // The script on the other side of the contract, without a network.
    const keys = join(folder, 'keys.json');
    writeFileSync(keys, await keysText());
    const runScript = (links: readonly string[]) =>
      spawnSync(process.execPath, [script, ...links, keys], { encoding: 'utf8' });
    const linkOf = (one: { code: string; sealed: string }) =>
      `${app.url}/r/${one.code}?s=${encodeURIComponent(one.sealed)}`;
    const refused = runScript(all.map(linkOf));
    expect(refused.stdout.match(/was changed|do not belong together/g)).toHaveLength(all.length);
    expect(refused.status).toBe(1);
    const accepted = runScript([linkOf({ code, sealed })]);
    expect(accepted).toMatchObject({ status: 0, stdout: expect.stringContaining('later reversals unknown') });
    for (const one of all) {
      const { status, html } = await page(`/r/${one.code}?s=${encodeURIComponent(one.sealed)}`);
      expect([status, html.includes('This receipt was changed')], JSON.stringify(one)).toEqual([200, true]);
    }
    expect((await page(`/r/${code}?s=${sealed}`)).status).toBe(302);
  });

  it('is verified by the server for a browser that cannot, and the recipient is told so by the server only', async () => {
    const { ada, chi, code } = await sharedSend();
    const { sealed } = await read(code);
    const stranger = await app.signIn();
    const asked = async (client: Pick<SignedInClient, 'get'>, text?: string) => {
      const search = text === undefined ? '' : `?sealed=${text}`;
      const { is_mine, is_signed } = (await client.get(`/receipts/${code}${search}`)).body;
      return [is_mine, is_signed];
    };
    expect(await asked(app.client)).toEqual([null, null]);
    expect(await asked(app.client, sealed)).toEqual([null, true]);
    expect(await asked(app.client, `${sealed}A`)).toEqual([null, false]);
    expect(await asked(chi)).toEqual([true, null]);
    for (const other of [ada, stranger]) expect(await asked(other)).toEqual([false, null]);
  });
});

describe('W22 an open page', () => {
  it('learns of a reversal, and of the end of the sharing, within a second', async () => {
    const [player, operator] = [await sender(app), await app.signIn({ role: 1 })];
    const { payout } = (
      await player.post('/tradeConfirm/payout', {
        ...{
          bid_points: 50,
          account_name: 'Ada Obi',
          account_number: '0123456789',
          bank_name: 'gtb',
          pin: PIN,
        },
      })
    ).body as { payout: { id: number } };
    const { code } = (await share(player, 'payout', String(payout.id))).body as { code: string };
    const open = async (status: string) => {
      const stop = new AbortController();
      const { body, headers } = await fetch(`${app.url}/r/${code}/live?status=${status}`, {
        signal: stop.signal,
      });
      expect(headers.get('content-type')).toBe('text/event-stream');
      const text = body?.pipeThrough(new TextDecoderStream()).getReader();
      expect((await text?.read())?.value).toBe(': open\n\n');
      return async () => {
        const sinceMs = performance.now();
        expect((await text?.read())?.value).toBe('data: changed\n\n');
        return performance.now() - sinceMs;
      };
    };
    // A page that shows another status is old.
    await (await open('final'))();
    const pages = await Promise.all([open('pending'), open('pending')]);
    const rejected = await operator.post(`/admin/payouts/${payout.id}/reject`, { reason: 'Wrong bank' });
    expect(rejected.status).toBe(200);
    const times = await Promise.all(pages.map((changed) => changed()));
    expect((await page(`/r/${code}`)).html).toContain('Reversed');
    const ended = await open('reversed');
    await player.delete(`/receipts/${code}`);
    // A busy machine delays some of them: the promise holds for the fastest, and for none if the product is late.
    expect(Math.min(...times, await ended())).toBeLessThan(1_000);
  });
});
