import type { AdminPayout } from '@copup/shared/payouts.ts';
import type { SendReceipt } from '@copup/shared/sends.ts';
import { type Attempts, groupByKey, type HistoryEvent } from '@copup/testkit/history.ts';
import type { Dues } from './dues.ts';

type DecidedPayout = Pick<AdminPayout, 'id' | 'user_id' | 'bid_points' | 'status'>;

export interface WalletVerdict {
  /** Acknowledged sends and payouts. */
  acknowledged: number;
  /** Acknowledged payouts that do not exist. */
  lost: number;
  /** Payouts beyond those that players requested. */
  doubled: number;
  violations: string[];
}

/** The highest charge of a send whose reply was lost: 1 %, rounded up (W1). */
const chargeOf = (amount: number) => Math.ceil(amount / 100);
const isPaidOut = ({ status }: DecidedPayout) => status === 'approved' || status === 'paid';

/**
 * Compares sends and payouts with their receipts, and adds them to the coins that are due: sent coins with their charges,
 * received ones, approved payouts, and pending ones, which are held. A send whose reply was lost may have taken effect
 * or not. Pure.
 */
export function judgeWallet(
  dues: Dues,
  payouts: readonly DecidedPayout[],
  history: readonly HistoryEvent[],
): WalletVerdict {
  const verdict: WalletVerdict = { acknowledged: 0, lost: 0, doubled: 0, violations: [] };
  const attempts = groupByKey(history);
  for (const attempt of attempts) if (attempt.intent.command === 'send') addSend(attempt, dues, verdict);
  judgePayouts(attempts, payouts, verdict);
  for (const payout of payouts) {
    if (isPaidOut(payout)) dues.add(payout.user_id, -payout.bid_points);
    if (payout.status === 'pending') dues.hold(payout.user_id, payout.bid_points);
  }
  return verdict;
}

function addSend(
  { intent: { args }, ends, verdict: outcome }: Attempts,
  dues: Dues,
  verdict: WalletVerdict,
): void {
  const { userId = '', recipientId = '', amount = 0 } = args;
  if (outcome === 'fail') return;
  if (outcome === 'unknown') {
    dues.mayAdd(userId, -amount - chargeOf(amount));
    dues.mayAdd(recipientId, amount);
    return;
  }
  verdict.acknowledged += 1;
  const receipts = ends.filter(({ type }) => type === 'ok').map(({ reply }) => reply as SendReceipt);
  const [receipt] = receipts;
  if (!receipt) return;
  if (receipts.some(({ id }) => id !== receipt.id))
    verdict.violations.push(`a repeated send has the receipts ${receipts.map(({ id }) => id).join(', ')}`);
  if (receipt.amount !== amount)
    verdict.violations.push(`receipt ${receipt.id} has ${receipt.amount} of ${amount} coins`);
  dues.add(userId, -receipt.amount - receipt.charge);
  dues.add(recipientId, receipt.amount);
}

/** Each acknowledged payout exists once, and no other does than those that players requested. */
function judgePayouts(
  attempts: readonly Attempts[],
  payouts: readonly DecidedPayout[],
  verdict: WalletVerdict,
): void {
  const requested = attempts.filter(({ intent }) => intent.command === 'payout');
  const existing = new Map(payouts.map((payout) => [payout.id, payout]));
  for (const { ends, intent } of requested) {
    const reply = ends.find(({ type }) => type === 'ok')?.reply as { payout: { id: number } } | undefined;
    if (!reply) continue;
    verdict.acknowledged += 1;
    const payout = existing.get(reply.payout.id);
    existing.delete(reply.payout.id);
    if (payout?.user_id === intent.args.userId && payout?.bid_points === intent.args.amount) continue;
    verdict.lost += 1;
    verdict.violations.push(`payout ${reply.payout.id} of ${intent.process} is ${JSON.stringify(payout)}`);
  }
  for (const { user_id, bid_points, id } of existing.values()) {
    const mayBe = requested.findIndex(
      ({ intent, verdict: outcome }) =>
        outcome === 'unknown' && intent.args.userId === user_id && intent.args.amount === bid_points,
    );
    if (mayBe >= 0) {
      requested.splice(mayBe, 1);
      continue;
    }
    verdict.doubled += 1;
    verdict.violations.push(`payout ${id} was never requested`);
  }
}
