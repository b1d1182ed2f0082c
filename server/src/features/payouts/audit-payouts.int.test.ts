import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPayoutWorld, type PayoutWorld } from '../../../test/payout-world.ts';
import { auditLedger } from '../../audit.ts';

let world: PayoutWorld;
beforeAll(async () => {
  world = await openPayoutWorld();
});
afterAll(() => world?.app.close());

const audit = () => auditLedger(world.app.deps.db);

/** Changes a payout as no server can. */
const tamper = (change: string, id: number) =>
  world.app.asOwner(`ALTER TABLE payouts DISABLE TRIGGER USER;
    UPDATE payouts SET ${change} WHERE id = ${id};
    ALTER TABLE payouts ENABLE TRIGGER USER`);

describe('P2 the audit of payouts', () => {
  it('finds a payout whose status is not that of its transfers, or whose amount is another', async () => {
    const [player, operator] = [await world.player(1_000), await world.operator()];
    const before = (await audit()).checked.payouts ?? 0;
    const paid = await world.requested(player, 100);
    await world.decide(operator, paid, 'approve');
    await world.decide(operator, paid, 'return', { reason: 'The account is closed' });
    const id = await world.requested(player, 200);
    const { errors, checked } = await audit();
    expect([errors, checked.payouts]).toEqual([[], before + 2]);

    await tamper("status = 'approved', decided_at = now(), decided_by = user_id", id);
    expect((await audit()).errors).toEqual([
      {
        check: 'payouts',
        table: 'payouts',
        row: String(id),
        message: 'is approved; its transfers of 200 coins are payout_hold',
      },
    ]);
    await tamper("status = 'pending', decided_at = NULL, decided_by = NULL, bid_points = 250", id);
    expect((await audit()).errors).toMatchObject([
      { row: String(id), message: 'is pending; its transfers of 250 coins are none' },
    ]);
    await tamper('bid_points = 200', id);
    expect((await audit()).errors).toEqual([]);
  });

  it('the database refuses a change of what was requested, a status that goes back, and a removal', async () => {
    const player = await world.player(100);
    const id = await world.requested(player, 50);
    for (const change of [
      'SET bid_points = 60',
      "SET account_number = '9999999999'",
      "SET status = 'paid', decided_at = now(), decided_by = user_id, ended_at = now(), bank_reference = 'X-1'",
    ])
      await expect(world.query(`UPDATE payouts ${change} WHERE id = $1`, [id])).rejects.toThrow(
        /cannot become/,
      );
    await expect(world.query('DELETE FROM payouts WHERE id = $1', [id])).rejects.toThrow(/permission denied/);
  });
});
