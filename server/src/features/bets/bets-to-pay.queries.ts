import type { Transaction } from '../../db/in-transaction.ts';
import type { BetRow } from './bets.tables.ts';

export type BetToPay = Pick<
  BetRow,
  'stakePoints' | 'feePercent' | 'creatorId' | 'opponentId' | 'teamAId' | 'result'
>;

/** Lists the active and settled bets of a fixture: those that its result pays. */
export async function listBetsToPay(tx: Transaction, fixtureId: number): Promise<BetToPay[]> {
  const { rows } = await tx.client.query<BetToPay>({
    name: 'bets-to-pay',
    text: `SELECT stake_points AS "stakePoints", fee_percent AS "feePercent", creator_id AS "creatorId",
        opponent_id AS "opponentId", team_a_id AS "teamAId", result
      FROM bets WHERE fixture_id = $1 AND status IN ('active', 'settled')`,
    values: [fixtureId],
  });
  return rows;
}
