import type { AdminBet, ListedBet } from '@copup/shared/bets.ts';
import { groupByKey, type HistoryEvent } from '@copup/testkit/history.ts';
import type { Dues } from './dues.ts';

export type JudgedBet = Pick<
  AdminBet,
  | 'id'
  | 'status'
  | 'stake_points'
  | 'fee_percent'
  | 'fee_points'
  | 'escrow_points'
  | 'result'
  | 'creator_id'
  | 'opponent_id'
>;

export interface BetsVerdict {
  /** Acknowledged bets and joins. */
  acknowledged: number;
  /** Acknowledged bets and joins that do not exist. */
  lost: number;
  /** Bets and joins beyond those that players sent. */
  doubled: number;
  violations: string[];
}

/**
 * Compares bets with the replies of their players and with the rules, and adds what each player must have: the stakes are
 * in the escrow of the bet, until the winner receives both less the fee, or each player the own one. Pure.
 */
export function judgeBets(
  dues: Dues,
  bets: readonly JudgedBet[],
  history: readonly HistoryEvent[],
): BetsVerdict {
  const verdict: BetsVerdict = { acknowledged: 0, lost: 0, doubled: 0, violations: [] };
  for (const bet of bets) addBet(bet, dues, verdict.violations);
  const sides = bets.flatMap(({ id, creator_id, opponent_id }) => [
    `create-bet ${id} ${creator_id}`,
    ...(opponent_id === null ? [] : [`join-bet ${id} ${opponent_id}`]),
  ]);
  const existing = new Set(sides);
  const unknown: string[] = [];
  for (const { intent, ends, verdict: outcome } of groupByKey(history)) {
    const { command, args } = intent;
    if (command !== 'create-bet' && command !== 'join-bet') continue;
    if (outcome === 'unknown') unknown.push(`${command} ${args.userId}`);
    if (outcome !== 'ok') continue;
    verdict.acknowledged += 1;
    const reply = ends.find(({ type }) => type === 'ok')?.reply as { bet: ListedBet };
    if (existing.delete(`${command} ${reply.bet.bet_id} ${args.userId}`)) continue;
    verdict.lost += 1;
    verdict.violations.push(`bet ${reply.bet.bet_id} does not have the ${command} of ${intent.process}`);
  }
  for (const side of existing) {
    const [command, id, userId] = side.split(' ');
    const at = unknown.indexOf(`${command} ${userId}`);
    if (at >= 0) unknown.splice(at, 1);
    else {
      verdict.doubled += 1;
      verdict.violations.push(`bet ${id} has a ${command} that its player did not send`);
    }
  }
  return verdict;
}

function addBet(bet: JudgedBet, dues: Dues, violations: string[]): void {
  const { id, status, stake_points: stake, creator_id, opponent_id, result } = bet;
  const players = opponent_id === null ? [creator_id] : [creator_id, opponent_id];
  for (const player of players) dues.add(player, -stake);
  const isOpen = status === 'pending' || status === 'active';
  const escrow = isOpen ? stake * players.length : 0;
  if (bet.escrow_points !== escrow)
    violations.push(`bet ${id} is ${status} and has ${bet.escrow_points} coins in its escrow`);
  if (status === 'pending' && opponent_id !== null) violations.push(`bet ${id} is pending with two players`);
  if (isOpen) return;
  const winner = result === 'team_a' ? creator_id : result === 'team_b' ? opponent_id : null;
  if (status === 'cancelled' || winner === null) {
    for (const player of players) dues.add(player, stake);
    return;
  }
  const fee = Math.floor((2 * stake * bet.fee_percent) / 100);
  if (bet.fee_points !== fee) violations.push(`bet ${id} has a fee of ${bet.fee_points} instead of ${fee}`);
  dues.add(winner, 2 * stake - fee);
}
