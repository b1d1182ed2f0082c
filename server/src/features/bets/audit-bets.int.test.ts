import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { move, post } from '@copup/testkit/ledger.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ActiveBet, BetWorld, type TestFixture } from '../../../test/bet-world.ts';
import { auditLedger } from '../../audit.ts';

let app: TestApp;
let world: BetWorld;
let fixture: TestFixture;
beforeAll(async () => {
  app = await startApp({ overrides: { limitRules: noLimits } });
  world = new BetWorld(app, await app.signIn({ role: 1 }));
  fixture = await world.fixture();
});
afterAll(() => app?.close());

/** Falsifies a bet and undoes it, and returns what the audit says about it meanwhile. */
async function auditOf({ id }: Pick<ActiveBet, 'id'>, change: string, undo: string): Promise<string[]> {
  const tamper = (set: string) =>
    app.asOwner(`ALTER TABLE bets DISABLE TRIGGER USER; UPDATE bets SET ${set} WHERE id = ${id};
      ALTER TABLE bets ENABLE TRIGGER USER`);
  await tamper(change);
  const { errors } = await auditLedger(app.deps.db, { mode: 'full' });
  await tamper(undo);
  return errors
    .filter(({ check, row }) => check === 'bets' && row === String(id))
    .map(({ message }) => message);
}

describe('P2 the audit of bets', () => {
  it('finds no error in bets of every state', async () => {
    const own = await world.fixture();
    await world.active(own);
    await world.pending(own);
    const { id, creator } = await world.pending(fixture);
    await creator.post(`/bet/cancel/${id}`);
    await world.kickOff(own);
    await world.result(own, 'team_a');
    await world.correct(own, 'draw');
    await world.active(fixture);
    expect((await auditLedger(app.deps.db, { mode: 'full' })).errors).toEqual([]);
    expect((await auditLedger(app.deps.db)).errors).toEqual([]);
    expect((await auditLedger(app.deps.db, { realm: 0 })).errors).toEqual([]);
  });

  it('names a bet whose stakes, result or fee do not agree with the ledger', async () => {
    const own = await world.fixture();
    const [open, settled] = [await world.active(fixture), await world.active(own)];
    await world.kickOff(own);
    await world.result(own, 'team_a');
    expect(await auditOf(open, 'stake_points = 90', 'stake_points = 100')).toEqual([
      'has stakes of 100 and 100 instead of 90 and 90',
    ]);
    const ended = "status = 'cancelled', cancel_cause = 'creator', ended_at = now()";
    const active = "status = 'active', cancel_cause = NULL, ended_at = NULL";
    expect(await auditOf(open, ended, active)).toEqual(['is cancelled with 200 coins in escrow']);
    expect(await auditOf(settled, "result = 'team_b'", "result = 'team_a'")).toEqual([
      'is settled; its winner received 0 coins, and the fee was 10',
    ]);
    expect(await auditOf(settled, "result = 'draw'", "result = 'team_a'")).toEqual([
      'is settled and returned 0 and 0 of its stakes',
    ]);
    expect(await auditOf(settled, 'fee_points = 9', 'fee_points = 10')).toHaveLength(1);
    expect((await auditLedger(app.deps.db, { mode: 'full' })).errors).toEqual([]);
  });

  it('names a bet with other coins in its escrow', async () => {
    const { id } = await world.active(fixture);
    const [row] = await world.query<{ escrow_id: string }>('SELECT escrow_id FROM bets WHERE id = $1', [id]);
    const escrow = { kind: 'escrow', id: row?.escrow_id ?? '' } as const;
    await post(app.deps.db, move({ kind: 'issuance' }, escrow, 5));
    const found = (await auditLedger(app.deps.db)).errors.filter(({ row: of }) => of === String(id));
    expect(found.map(({ message }) => message)).toEqual(['is active with 205 coins in escrow']);
    await post(app.deps.db, move(escrow, { kind: 'issuance' }, 5));
    expect((await auditLedger(app.deps.db)).errors).toEqual([]);
  });
});
