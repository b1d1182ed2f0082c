import type { SignedInClient } from '@copup/testkit/app.ts';
import type { ApiClient, ApiReply } from '@copup/testkit/client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlayWorld, type PlayWorld, refusalOf } from '../../../test/play-world.ts';
import { inTransaction } from '../../db/in-transaction.ts';

let world: PlayWorld;
beforeAll(async () => {
  world = await openPlayWorld();
});
afterAll(() => world?.close());

const DAY_MS = 86_400_000;
const timeOut = (client: ApiClient, days: number) => client.post('/user/time-out', { days });
const exclude = (client: ApiClient, duration: '6_months' | 'for_good') =>
  client.post('/user/self-exclusion', { duration });

/** Tries every play that costs coins, also free ones. */
async function playAll(player: SignedInClient, bidding: number): Promise<ApiReply[]> {
  const client = world.onOther(player);
  const { id: heist } = await world.create();
  return [
    await world.enter(client, await world.auction()),
    await world.enter(client, await world.auction({ entry_bid_points: 0 })),
    await world.bid(client, bidding),
    await world.join(client, await world.contest()),
    await world.buy(client, heist),
  ];
}

describe('G2 a time-out', () => {
  it('refuses entries, bids, contests and tickets at once on another server, with its end', async () => {
    const ada = await world.player();
    const bidding = await world.entered(ada);
    const { status, body } = await timeOut(ada, 7);
    expect(status).toBe(200);
    expect(body.break.kind).toBe('time_out');
    expect(Math.abs(new Date(body.break.until).getTime() - Date.now() - 7 * DAY_MS)).toBeLessThan(60_000);
    for (const reply of await playAll(ada, bidding)) {
      expect(refusalOf(reply)).toEqual({
        status: 403,
        code: 'TAKING_A_BREAK',
        details: { kind: 'time_out', until: body.break.until },
      });
      expect(reply.body.message).toMatch(/^Your time-out lasts until .* You can play again then\.$/);
    }
    expect(await world.wallet(ada)).toEqual({ available: 1_000, bonus: 0 });
  });

  it('ends by itself; until then it can be extended and not shortened', async () => {
    const ada = await world.player();
    await timeOut(ada, 7);
    const refused = await timeOut(ada, 1);
    expect(refusalOf(refused)).toMatchObject({ status: 409, code: 'BREAK_IS_LONGER' });
    expect((await timeOut(ada, 30)).status).toBe(200);
    for (const change of ['time_out_until = NULL', "time_out_until = now() + interval '1 minute'"]) {
      await expect(
        world.query(`UPDATE play_limits SET ${change} WHERE user_id = $1`, [ada.user.id]),
      ).rejects.toThrow('never shortened');
    }
    await expect(world.query('DELETE FROM play_limits WHERE user_id = $1', [ada.user.id])).rejects.toThrow();
    const ben = await world.player();
    await timeOut(ben, 1);
    await world.database.asOwner(`ALTER TABLE play_limits DISABLE TRIGGER play_limits_guard;
      UPDATE play_limits SET time_out_until = now() - interval '1 second' WHERE user_id = '${ben.user.id}';
      ALTER TABLE play_limits ENABLE TRIGGER play_limits_guard`);
    expect((await ben.get('/user/limits')).body.break).toBeNull();
    expect((await world.enter(ben, await world.auction())).status).toBe(200);
  });

  it('A3 a leading bid stays and wins', async () => {
    const ada = await world.player();
    const id = await world.entered(ada);
    await world.bid(ada, id);
    expect((await timeOut(ada, 1)).body.leads).toEqual(['Tecno Phantom']);
    await world.closeAuction(id);
    const [won] = await world.query<{ winner_id: string }>(
      'SELECT leader_id AS winner_id FROM auctions WHERE id = $1',
      [id],
    );
    expect(won?.winner_id).toBe(ada.user.id);
    expect(await world.notices(ada)).toMatchObject([{ kind: 'won' }]);
  });

  it('the wallet stays open: sends and payouts are decided as always', async () => {
    const [ada, ben] = [await world.player(), await world.player()];
    await timeOut(ada, 1);
    const address = async (client: ApiClient) => (await client.get('/user/profile')).body.wallet_address;
    const reply = await ada.post('/user/send-bid-points', {
      recipientWallet: await address(ben),
      amount: 10,
      pin: '1234',
    });
    // The PIN is asked for, as always: the break does not refuse.
    expect(reply.body.code).toBe('PIN_NOT_SET');
    expect((await ada.get('/user/payout-terms')).status).toBe(200);
  });
});

describe('G2 a self-exclusion', () => {
  it('of 6 months refuses every play', async () => {
    const ada = await world.player();
    const bidding = await world.entered(ada);
    const { body } = await exclude(ada, '6_months');
    const months = (new Date(body.break.until).getTime() - Date.now()) / DAY_MS;
    expect(months).toBeGreaterThan(180);
    expect(months).toBeLessThan(185);
    for (const reply of await playAll(ada, bidding)) {
      expect(reply.body).toMatchObject({ code: 'TAKING_A_BREAK', details: { kind: 'self_exclusion' } });
    }
  });

  it('for good needs a recent sign-in and has no end', async () => {
    const ada = await world.player();
    await world.query(
      "UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1",
      [ada.user.id],
    );
    expect((await exclude(ada, 'for_good')).body.code).toBe('REAUTH_NEEDED');
    expect((await world.enter(ada, await world.auction())).status).toBe(200);
    await world.query('UPDATE sessions SET authenticated_at = now() WHERE user_id = $1', [ada.user.id]);
    expect((await exclude(ada, 'for_good')).body.break).toEqual({ kind: 'self_exclusion', until: null });
    const refused = await world.enter(ada, await world.auction());
    expect(refusalOf(refused)).toEqual({
      status: 403,
      code: 'TAKING_A_BREAK',
      details: { kind: 'self_exclusion', until: null },
    });
    for (const shorter of [await exclude(ada, '6_months'), await timeOut(ada, 42)]) {
      expect(refusalOf(shorter)).toEqual({ status: 409, code: 'BREAK_IS_LONGER', details: { until: null } });
    }
  });

  it('G4 operators see it and no call of theirs lifts it', async () => {
    const ada = await world.player();
    await world.limit(ada, { day: 20 });
    await world.limit(ada, { day: 30 });
    await timeOut(ada, 1);
    await exclude(ada, '6_months');
    const path = `/admin/users/${ada.user.id}/play-limits`;
    const { status, body } = await world.operator.get(path);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      day: { coins: 20, next: { coins: 30 } },
      break: { kind: 'self_exclusion' },
    });
    expect(body.changes.map(({ kind, coins }: { kind: string; coins: number }) => [kind, coins])).toEqual([
      ['self_exclusion', null],
      ['time_out', null],
      ['day_limit', 30],
      ['day_limit', 20],
    ]);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await world.operator.call(method, path)).status).toBeGreaterThanOrEqual(404);
    }
    expect((await ada.get(path)).status).toBe(403);
  });

  it('G4 no notice that calls for another bid is sent during a break', async () => {
    const [ada, ben] = [await world.player(), await world.player()];
    const { deps } = world.server;
    const write = async (player: SignedInClient) => {
      await inTransaction(deps.db, (tx) =>
        deps.notices.write(tx, [
          { userId: player.user.id, kind: 'outbid', subject: { kind: 'auction', id: '1' } },
          { userId: player.user.id, kind: 'order', subject: { kind: 'order', id: '1' } },
        ]),
      );
    };
    await timeOut(ada, 1);
    await write(ada);
    await write(ben);
    const kinds = async (player: SignedInClient) => (await world.notices(player)).map(({ kind }) => kind);
    expect(await kinds(ada)).toEqual(['order']);
    expect(await kinds(ben)).toEqual(['outbid', 'order']);
  });
});
