import { decideWithin } from '../../decisions/decide.ts';
import type { TakenDecision } from '../../decisions/decided-kind.ts';
import { demoPlayers } from '../../demo-accounts.ts';
import { demoOnce, findDemoPeople } from '../../demo-content.ts';
import { payoutKind } from './payout-kind.ts';
import { holdPayout } from './request-payout.ts';

interface DemoPayout {
  player: 0 | 1;
  coins: number;
  bank: string;
  /** What an operator decided, in this order. */
  decisions: readonly Omit<TakenDecision, 'id' | 'operatorId'>[];
}

/** One payout in each state, the open ones last, since a player has one open payout. */
const demoPayouts: readonly DemoPayout[] = [
  {
    ...{ player: 0, coins: 250, bank: 'access' },
    decisions: [{ action: 'approve' }, { action: 'pay', bankReference: 'ACC-0921-77431' }],
  },
  {
    ...{ player: 0, coins: 120, bank: 'wema' },
    decisions: [{ action: 'approve' }, { action: 'return', reason: 'The account is closed' }],
  },
  {
    ...{ player: 0, coins: 90, bank: 'opay' },
    decisions: [{ action: 'reject', reason: 'The account name is not yours' }],
  },
  { player: 0, coins: 400, bank: 'gtb', decisions: [] },
  { player: 1, coins: 150, bank: 'kuda', decisions: [{ action: 'approve' }] },
];

/** The payouts of the demo's players, created once (X11): one in each state, one of them for the operators to decide. */
export const payoutsDemo = demoOnce('payouts', async (tx, deps) => {
  const { operator, players } = await findDemoPeople(deps);
  for (const { player, coins, bank, decisions } of demoPayouts) {
    const owner = players[player];
    if (!owner || !operator) continue;
    const { id } = await holdPayout(tx, deps, owner.id, {
      bid_points: coins,
      account_name: demoPlayers[player].fullName,
      account_number: '0123456789',
      bank_name: bank,
    });
    for (const decision of decisions)
      await decideWithin(tx, deps, payoutKind, { ...decision, id, operatorId: operator.id });
  }
});
