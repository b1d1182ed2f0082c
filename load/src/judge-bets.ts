import type { AdminBet, ListedBet } from '@copup/shared/bets.ts';
import { CommandsVerdict, matchRows } from '@copup/testkit/checker/match-rows.ts';
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

/**
 * Compares bets with the replies of their players and with the rules, and adds what each player must have: the stakes are
 * in the escrow of the bet, until the winner receives both less the fee, or each player the own one. Pure.
 */
export function judgeBets(
  dues: Dues,
  bets: readonly JudgedBet[],
  history: readonly HistoryEvent[],
): CommandsVerdict {
  const verdict = new CommandsVerdict();
  for (const bet of bets) addBet(bet, dues, verdict.violations);
  const sides = bets.flatMap(({ id, creator_id, opponent_id }) => [
    { id, command: 'create-bet', userId: creator_id },
    ...(opponent_id === null ? [] : [{ id, command: 'join-bet', userId: opponent_id }]),
  ]);
  const attempts = groupByKey(history).filter(
    ({ intent }) => intent.command === 'create-bet' || intent.command === 'join-bet',
  );
  matchRows(verdict, attempts, sides, {
    nameOf: ({ id, command, userId }) => `${command} ${id} ${userId}`,
    namedBy: ({ command, args }, { bet }: { bet: ListedBet }) => `${command} ${bet.bet_id} ${args.userId}`,
    requestOf: ({ command, args }) => `${command} ${args.userId}`,
    requestFor: ({ command, userId }) => `${command} ${userId}`,
    lost: ({ command, process }, { bet }) => `bet ${bet.bet_id} does not have the ${command} of ${process}`,
    doubled: ({ id, command }) => `bet ${id} has a ${command} that its player did not send`,
  });
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
