import { AdminFixtureDetail, OwnBet } from '@copup/shared/bets.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { available, move, post } from '@copup/testkit/ledger.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ActiveBet, BetWorld, type TestFixture } from '../../../test/bet-world.ts';
import { auditLedger } from '../../audit.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { closeWallet } from '../../ledger/close-wallet.ts';
import { sumReceivables } from '../../ledger/receivables.ts';
import { lockWallets } from '../../ledger/wallets.ts';

let app: TestApp;
let world: BetWorld;
beforeAll(async () => {
  app = await startApp({ overrides: { limitRules: noLimits } });
  world = new BetWorld(app, await app.signIn({ role: 1 }));
});
afterAll(async () => {
  expect((await auditLedger(app.deps.db)).errors).toEqual([]);
  await app?.close();
});

/** A bet of 100 coins each that was settled by this result. */
async function settled(result: string): Promise<{ fixture: TestFixture; bet: ActiveBet }> {
  const fixture = await world.fixture();
  const bet = await world.active(fixture, { title: 'Corrected' });
  await world.kickOff(fixture);
  await world.result(fixture, result, await world.anOperator());
  return { fixture, bet };
}
const correct = async (fixture: TestFixture, result: string) => {
  const { status, body } = await world.correct(fixture, result, await world.anOperator());
  return status === 200 ? AdminFixtureDetail.parse(body).result : body.code;
};
const coinsOf = ({ creator, opponent }: ActiveBet) =>
  Promise.all([world.availableOf(creator), world.availableOf(opponent)]);
const owedBy = ({ user }: SignedInClient) => sumReceivables(app.deps.db, user.id);
const dayOf = ({ user }: SignedInClient) =>
  world.query('SELECT spent, refunded, won FROM play_days WHERE user_id = $1', [user.id]);
const spend = ({ user }: SignedInClient, amount: number) =>
  post(app.deps.db, move(available(user), { kind: 'revenue' }, amount));
const corrections = async (of: SignedInClient) =>
  (await world.notices(of)).map(({ details }) => details).filter((details) => 'taken' in details);

describe('B4 a corrected result', () => {
  it.each([
    ['team_a', 'team_b', [0, 190]],
    ['team_b', 'draw', [100, 100]],
    ['draw', 'team_a', [190, 0]],
    ['abandoned', 'team_b', [0, 190]],
  ])('G1 from %s to %s takes back what was paid and pays anew', async (first, second, coins) => {
    const { fixture, bet } = await settled(first);
    expect(await correct(fixture, second)).toBe(second);
    expect(await coinsOf(bet)).toEqual(coins);
    expect([await owedBy(bet.creator), await owedBy(bet.opponent)]).toEqual([0, 0]);
    expect(await world.bet(bet.id)).toMatchObject({ status: 'settled', result: second, escrow: 0 });
    if (first === 'team_a') {
      // G1: a reversed prize counts in the other direction in the player's day.
      expect(await dayOf(bet.creator)).toEqual([{ spent: 100, refunded: 0, won: 0 }]);
      expect(await dayOf(bet.opponent)).toEqual([{ spent: 100, refunded: 0, won: 190 }]);
    }
    const own = OwnBet.parse((await bet.creator.get('/bet/my-bets')).body[0]);
    expect(own).toMatchObject({ is_corrected: true, result: second });
  });

  it('makes a player owe what the wallet does not have, which later credits repay (X5), and notifies both', async () => {
    const { fixture, bet } = await settled('team_a');
    await spend(bet.creator, 150);
    await correct(fixture, 'team_b');
    expect([await coinsOf(bet), await owedBy(bet.creator)]).toEqual([[0, 190], 150]);
    const details = { event: 'corrected', name: 'Corrected' };
    expect(await corrections(bet.creator)).toEqual([{ ...details, taken: 40, owed: 150, received: 0 }]);
    expect(await corrections(bet.opponent)).toEqual([{ ...details, taken: 0, owed: 0, received: 190 }]);
    await post(app.deps.db, move({ kind: 'issuance' }, available(bet.creator.user), 60));
    expect([await world.availableOf(bet.creator), await owedBy(bet.creator)]).toEqual([0, 90]);
    // Corrected once more: the coins that are due repay the rest first.
    await correct(fixture, 'team_a');
    expect([await coinsOf(bet), await owedBy(bet.creator)]).toEqual([[100, 0], 0]);
  });

  it('reaches a deleted account, which owes nothing and receives nothing (S7)', async () => {
    const { fixture, bet } = await settled('team_a');
    await inTransaction(app.deps.db, async (tx) => {
      const wallet = (await lockWallets(tx, [bet.creator.user.id])).get(bet.creator.user.id);
      if (wallet) await closeWallet(tx, app.deps, wallet);
    });
    await correct(fixture, 'team_b');
    expect([await coinsOf(bet), await owedBy(bet.creator)]).toEqual([[0, 190], 0]);
    expect(await corrections(bet.creator)).toEqual([]);
    await correct(fixture, 'draw');
    expect(await coinsOf(bet)).toEqual([0, 100]);
  });

  it('moves nothing when both results return the stakes, or only the goals change', async () => {
    const { fixture, bet } = await settled('draw');
    const before = await world.query('SELECT count(*) FROM transfers');
    expect(await correct(fixture, 'abandoned')).toBe('abandoned');
    expect(await correct(fixture, 'abandoned')).toBe('SAME_RESULT');
    const by = await world.anOperator();
    const goals = { result: 'abandoned', goals_a: 1, goals_b: 0, reason: 'The score at the break' };
    expect((await by.post(`/admin/fixtures/${fixture.id}/correct`, goals)).status).toBe(200);
    await world.endDue();
    expect(await world.query('SELECT count(*) FROM transfers')).toEqual(before);
    expect(await coinsOf(bet)).toEqual([100, 100]);
    expect(await correct(fixture, 'team_a')).toBe('team_a');
    expect(await coinsOf(bet)).toEqual([190, 0]);
  });

  it('before the first settlement settles once, by the last result', async () => {
    const fixture = await world.fixture();
    const bet = await world.active(fixture);
    await world.kickOff(fixture);
    const by = await world.anOperator();
    const correction = { result: 'team_b', reason: 'Typo' };
    const early = await by.post(`/admin/fixtures/${fixture.id}/correct`, correction);
    expect(early.body.code).toBe('NO_RESULT');
    await by.post(`/admin/fixtures/${fixture.id}/result`, { result: 'team_a' });
    await by.post(`/admin/fixtures/${fixture.id}/correct`, correction);
    await world.endDue();
    expect(await coinsOf(bet)).toEqual([0, 190]);
    expect(await corrections(bet.creator)).toEqual([]);
  });
});
