import type { SignedInClient } from '@copup/testkit/app.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AffiliateWorld, openAffiliateWorld, outcome } from '../../../test/affiliate-world.ts';

let world: AffiliateWorld;
beforeAll(async () => {
  world = await openAffiliateWorld();
});
afterAll(() => world?.close());

describe('P2 the audit of claims', () => {
  const errors = async () => (await world.audit()).filter(({ check }) => check === 'affiliates');

  it('finds a reward without a claim and a claim whose amount, subject or count is wrong', async () => {
    const ada = await world.app.signIn();
    const { id } = await world.create();
    const [bidder, other] = await world.refer(id, ada, 2);
    await world.end(id, bidder);
    await world.fund(100);
    await world.claim(ada, id);
    expect(await world.audit()).toEqual([]);
    const claim = `subject_id = ${id}`;
    const wrong = async (change: string, back: string, message: RegExp, guarded = true) => {
      const guard = (what: string) => (guarded ? `ALTER TABLE affiliate_claims ${what} TRIGGER USER;` : '');
      await world.app.asOwner(`${guard('DISABLE')}${change}`);
      expect((await errors()).map((error) => error.message)).toEqual([expect.stringMatching(message)]);
      await world.app.asOwner(`${back};${guard('ENABLE')}`);
    };
    await wrong(
      `UPDATE affiliate_claims SET amount = 9 WHERE ${claim}`,
      `UPDATE affiliate_claims SET amount = 8 WHERE ${claim}`,
      /of 9 coins was paid 8/,
    );
    await wrong(
      `UPDATE affiliate_claims SET counted = 1 WHERE ${claim}`,
      `UPDATE affiliate_claims SET counted = 2 WHERE ${claim}`,
      /counted 1 of 2/,
    );
    await wrong(
      `UPDATE auction_entries SET refunded_by = '${uuidv7()}' WHERE auction_id = ${id} AND user_id = '${other?.user.id}'`,
      `UPDATE auction_entries SET refunded_by = NULL WHERE auction_id = ${id}`,
      /counted 2 of 2 users; 1 referrals count/,
      false,
    );
    await wrong(
      `CREATE TABLE kept AS SELECT * FROM affiliate_claims WHERE ${claim}; DELETE FROM affiliate_claims WHERE ${claim}`,
      'INSERT INTO affiliate_claims SELECT * FROM kept; DROP TABLE kept',
      /was not claimed/,
    );
    expect(await world.audit()).toEqual([]);
  });
});

describe('S7 deletion of a referrer', () => {
  const preview = async (client: SignedInClient) => (await client.get('/user/deletion-preview')).body;

  it('waits for a reward that can be claimed; open progress lapses, and the link still joins', async () => {
    const ada = await world.app.signIn();
    const [ended, open] = [await world.create(), await world.create()];
    const [bidder] = await world.refer(ended.id, ada, 2);
    const [before] = (await world.refer(open.id, ada, 1)) as [SignedInClient];
    expect((await preview(ada)).blocks).toEqual([]);
    await world.end(ended.id, bidder);
    expect((await preview(ada)).blocks).toEqual([
      { kind: 'reward', details: 'Radio', bid_points: 8, path: '/affiliateMe' },
    ]);
    await world.fund(8);
    await world.claim(ada, ended.id);
    expect((await preview(ada)).blocks).toEqual([]);
    await world.query('UPDATE users SET password_hash = NULL WHERE id = $1', [ada.user.id]);
    expect(outcome(await ada.delete('/user/delete', { forfeit: true }))[0]).toBe(200);
    expect(await world.query('SELECT FROM affiliate_links WHERE user_id = $1', [ada.user.id])).toEqual([]);

    const [late] = (await world.refer(open.id, ada, 1)) as [SignedInClient];
    const joined = await world.query('SELECT user_id FROM auction_entries WHERE auction_id = $1', [open.id]);
    expect(joined).toHaveLength(2);
    const counted = await world.query('SELECT user_id FROM affiliate_referrals WHERE subject_id = $1', [
      open.id,
    ]);
    expect(counted).toEqual([{ user_id: before.user.id }]);
    expect(joined).toContainEqual({ user_id: late.user.id });
    expect(outcome(await world.claim(ada, open.id))[0]).toBe(401);
    expect(await world.audit()).toEqual([]);
  });

  it('erases the network of the joins of a deleted user', async () => {
    const ada = await world.app.signIn();
    const { id } = await world.create();
    const [user] = (await world.refer(id, ada, 1)) as [SignedInClient];
    await world.cancel(id);
    const networks = () =>
      world.query('SELECT network FROM affiliate_referrals WHERE user_id = $1', [user.user.id]);
    expect(await networks()).toEqual([{ network: '127.0.0.0/24' }]);
    expect(outcome(await user.delete('/user/delete', { forfeit: true }))[0]).toBe(200);
    expect(await networks()).toEqual([{ network: null }]);
  });
});
