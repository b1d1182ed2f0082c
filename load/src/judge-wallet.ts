import type { AdminUser } from '@copup/shared/admin.ts';
import type { AdminPayout } from '@copup/shared/payouts.ts';
import type { SendReceipt } from '@copup/shared/sends.ts';
import { type Attempts, groupByKey, type HistoryEvent } from '@copup/testkit/history.ts';
import type { CoinsVerdict } from './judge-coins.ts';

type Coins = Pick<AdminUser, 'id' | 'username' | 'available' | 'held' | 'bonus'>;
type DecidedPayout = Pick<AdminPayout, 'id' | 'user_id' | 'bid_points' | 'status'>;

export interface WalletVerdict extends CoinsVerdict {
  /** Acknowledged sends and payouts. */
  acknowledged: number;
  /** Acknowledged payouts that do not exist. */
  lost: number;
  /** Payouts beyond those that players requested. */
  doubled: number;
}

/** What a player's coins changed by: certainly, and what commands without a reply may add or take. */
interface Change {
  certain: number;
  mostMore: number;
  mostLess: number;
}

/** The highest charge of a send whose reply was lost: 1 %, rounded up (W1). */
const chargeOf = (amount: number) => Math.ceil(amount / 100);
const isPaidOut = ({ status }: DecidedPayout) => status === 'approved' || status === 'paid';

/**
 * Checks that every coin is where the receipts say: each player has the coins issued, plus those received, less those
 * sent with their charges, less approved payouts; the coins of pending payouts are held. A send whose reply was lost
 * may have taken effect or not. Pure.
 */
export function judgeWallet(
  issuedToEach: number,
  users: readonly Coins[],
  payouts: readonly DecidedPayout[],
  history: readonly HistoryEvent[],
): WalletVerdict {
  const verdict: WalletVerdict = { acknowledged: 0, lost: 0, doubled: 0, unbalanced: 0, violations: [] };
  const attempts = groupByKey(history);
  const changes = new Map(
    users.map(({ id }): [string, Change] => [id, { certain: 0, mostMore: 0, mostLess: 0 }]),
  );
  for (const attempt of attempts) if (attempt.intent.command === 'send') addSend(attempt, changes, verdict);
  judgePayouts(attempts, payouts, verdict);
  const byUser = Map.groupBy(payouts, ({ user_id }) => user_id);
  for (const { id, username, available, held, bonus } of users) {
    const own = byUser.get(id) ?? [];
    const change = changes.get(id) ?? { certain: 0, mostMore: 0, mostLess: 0 };
    const expected = issuedToEach + change.certain - sum(own.filter(isPaidOut));
    const excess = available + held + bonus - expected;
    if (Math.min(available, held, bonus) < 0) verdict.violations.push(`${username} has a negative balance`);
    if (excess > change.mostMore || excess < -change.mostLess) {
      verdict.unbalanced += excess;
      verdict.violations.push(
        `${username} has ${available + held + bonus} coins, the receipts give ${expected}`,
      );
    }
    const pending = sum(own.filter(({ status }) => status === 'pending'));
    if (held !== pending)
      verdict.violations.push(`${username} has ${held} coins held, pending payouts add up to ${pending}`);
  }
  return verdict;
}

const sum = (payouts: readonly DecidedPayout[]) =>
  payouts.reduce((coins, { bid_points }) => coins + bid_points, 0);

function addSend(
  { intent: { args }, ends, verdict: outcome }: Attempts,
  changes: ReadonlyMap<string, Change>,
  verdict: WalletVerdict,
): void {
  const sender = changes.get(args.userId ?? '');
  const recipient = changes.get(args.recipientId ?? '');
  const amount = args.amount ?? 0;
  if (!sender || !recipient || outcome === 'fail') return;
  if (outcome === 'unknown') {
    sender.mostLess += amount + chargeOf(amount);
    recipient.mostMore += amount;
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
  sender.certain -= receipt.amount + receipt.charge;
  recipient.certain += receipt.amount;
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
