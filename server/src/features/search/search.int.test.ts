import { SearchReply } from '@copup/shared/console.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAuction } from '../../../test/bidding.ts';
import { HITS } from '../../operators/search-records.ts';

let app: TestApp;
let operator: SignedInClient;
beforeAll(async () => {
  app = await startApp({ overrides: { limitRules: noLimits } });
  operator = await app.signIn({ role: 1 });
});
afterAll(() => app?.close());

async function find(text: string): Promise<Map<string, SearchReply['groups'][number]['hits']>> {
  const { status, body } = await operator.get(`/admin/search?q=${encodeURIComponent(text)}`);
  expect(status).toBe(200);
  return new Map(SearchReply.parse(body).groups.map(({ kind, hits }) => [kind, hits]));
}
const idsOf = (found: Awaited<ReturnType<typeof find>>, kind: string) => found.get(kind)?.map(({ id }) => id);

describe('O1 the search over everything', () => {
  it('finds users by name, username, e-mail address and id, and returns no address', async () => {
    const { user } = await app.signIn({ username: 'zikora_o' });
    const email = 'zikora.mail@copup.test';
    await app.deps.db.pool.query('UPDATE users SET full_name = $2, email = $3 WHERE id = $1', [
      user.id,
      'Zikora Ọlátúnjí',
      email,
    ]);
    for (const text of ['zikora_o', 'Ọlátúnjí', email, user.id.toUpperCase()])
      expect(idsOf(await find(text), 'user')).toContain(user.id);
    const { body } = await operator.get(`/admin/search?q=${encodeURIComponent(email)}`);
    expect(JSON.stringify(body)).not.toContain('@');
  });

  it('finds auctions by name and number, a few at most, with their realm', async () => {
    const ids: number[] = [];
    for (let nth = 0; nth < HITS + 2; nth += 1) {
      const id = await insertAuction(app.deps.db);
      await app.deps.db.pool.query('UPDATE auctions SET name = $2 WHERE id = $1', [
        id,
        `Kettle of brass ${nth}`,
      ]);
      ids.push(id);
    }
    const [oldest] = ids;
    const named = await find('kettle of brass');
    expect(idsOf(named, 'auction')).toEqual(ids.slice(-HITS).reverse().map(String));
    expect(named.get('auction')?.[0]).toMatchObject({ realm: 0, title: `Kettle of brass ${HITS + 1}` });
    expect(idsOf(await find(String(oldest)), 'auction')).toContain(String(oldest));
  });

  it('finds payments by either reference', async () => {
    const buyer = await app.signIn({ coins: 0 });
    const asked = await buyer.post('/manualPayment/manual-payment', {
      price: 9_900,
      bid_points: 100,
      sender_account_name: 'Ada Obi',
    });
    const reference = String(asked.body.reference);
    const [id = ''] = idsOf(await find(reference), 'payment') ?? [];
    expect(id).not.toBe('');
    const approved = await operator.post(`/admin/payments/${id}/approve`, { bank_reference: 'GTB-77-401' });
    expect(approved.status).toBe(200);
    expect(idsOf(await find('gtb-77-401'), 'payment')).toEqual([id]);
    const { rows } = await app.deps.db.pool.query<{ id: string }>(
      `SELECT id FROM transfers WHERE subject_kind = 'payment' AND subject_id = $1`,
      [id],
    );
    expect(idsOf(await find(rows[0]?.id ?? ''), 'transfer')).toEqual([rows[0]?.id]);
  });

  it('W2 finds whom a reference was given to, until the transfer is announced', async () => {
    const buyer = await app.signIn({ coins: 0 });
    const wanted = { price: 9_900, bid_points: 100 };
    const { body } = await buyer.post('/manualPayment/reference', wanted);
    const reference = String(body.reference);
    for (const text of [reference, reference.toLowerCase().replace('-', ''), reference.slice(3)])
      expect((await find(text)).get('payment-reference')).toEqual([
        {
          ...{ id: buyer.user.id, realm: 0, image: null, title: expect.any(String) },
          detail: expect.stringMatching(
            new RegExp(
              `^${reference}, not announced, 100 coins for ₦9,900, given 20\\d\\d-.* \\d\\d:\\d\\d$`,
            ),
          ),
        },
      ]);
    await app.deps.db.pool.query('UPDATE payment_references SET reserved_at = NULL');
    expect((await find(reference)).get('payment-reference')?.[0]?.detail).toContain('at an unknown time');
    await buyer.post('/manualPayment/manual-payment', {
      ...wanted,
      sender_account_name: 'Ada Obi',
      reference,
    });
    expect(idsOf(await find(reference), 'payment-reference')).toBeUndefined();
    expect(idsOf(await find(reference), 'payment')).toHaveLength(1);
  });

  it('O5 finds the records of one realm, by default those of real players', async () => {
    const { user } = await app.signIn({ username: 'kelechi_load', realm: 78 });
    const auctionId = await insertAuction(app.deps.db, { realm: 78 });
    await app.deps.db.pool.query('UPDATE auctions SET name = $2 WHERE id = $1', [
      auctionId,
      'Kelechi’s bell',
    ]);
    for (const text of ['kelechi', user.id, String(auctionId)]) {
      const found = await find(text);
      expect([idsOf(found, 'user'), idsOf(found, 'auction')]).toEqual([undefined, undefined]);
    }
    const { body } = await operator.get('/admin/search?q=kelechi&realm=78');
    const groups = SearchReply.parse(body).groups.map(({ kind, hits }) => [kind, hits.map(({ id }) => id)]);
    expect(groups).toEqual([
      ['user', [user.id]],
      ['auction', [String(auctionId)]],
    ]);
  });

  it('takes signs of patterns as they are', async () => {
    expect(await find('%_%')).toEqual(new Map());
    expect(await find("' OR 1=1 --")).toEqual(new Map());
  });
});
