import type { AdminPayout } from '@copup/shared/payouts.ts';
import type { SendReceipt } from '@copup/shared/sends.ts';
import { CommandsVerdict, matchRows } from '@copup/testkit/checker/match-rows.ts';
import { type Attempts, groupByKey, type HistoryEvent, repliesOf } from '@copup/testkit/history.ts';
import type { Dues } from './dues.ts';

type DecidedPayout = Pick<AdminPayout, 'id' | 'user_id' | 'bid_points' | 'status'>;

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
): CommandsVerdict {
  const verdict = new CommandsVerdict();
  const attempts = groupByKey(history);
  for (const attempt of attempts) if (attempt.intent.command === 'send') addSend(attempt, dues, verdict);
  const requested = attempts.filter(({ intent }) => intent.command === 'payout');
  matchRows(verdict, requested, payouts, {
    nameOf: ({ id }) => String(id),
    namedBy: (_, { payout }: { payout: { id: number } }) => String(payout.id),
    requestOf: ({ args }) => `${args.userId} ${args.amount}`,
    requestFor: ({ user_id, bid_points }) => `${user_id} ${bid_points}`,
    lost: ({ process }, { payout }, row) => `payout ${payout.id} of ${process} is ${JSON.stringify(row)}`,
    doubled: ({ id }) => `payout ${id} was never requested`,
  });
  for (const payout of payouts) {
    if (isPaidOut(payout)) dues.add(payout.user_id, -payout.bid_points);
    if (payout.status === 'pending') dues.hold(payout.user_id, payout.bid_points);
  }
  return verdict;
}

function addSend(attempt: Attempts, dues: Dues, verdict: CommandsVerdict): void {
  const { userId = '', recipientId = '', amount = 0 } = attempt.intent.args;
  const outcome = attempt.verdict;
  if (outcome === 'fail') return;
  if (outcome === 'unknown') {
    dues.mayAdd(userId, -amount - chargeOf(amount));
    dues.mayAdd(recipientId, amount);
    return;
  }
  verdict.acknowledged += 1;
  const receipts = repliesOf<SendReceipt>(attempt);
  const [receipt] = receipts;
  if (!receipt) return;
  if (receipts.some(({ id }) => id !== receipt.id))
    verdict.violations.push(`a repeated send has the receipts ${receipts.map(({ id }) => id).join(', ')}`);
  if (receipt.amount !== amount)
    verdict.violations.push(`receipt ${receipt.id} has ${receipt.amount} of ${amount} coins`);
  dues.add(userId, -receipt.amount - receipt.charge);
  dues.add(recipientId, receipt.amount);
}
