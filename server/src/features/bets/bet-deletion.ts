import { paths } from '@copup/shared/page-paths.ts';
import type { AccountDeletion } from '../../feature.ts';
import { titleSql } from './bet-views.queries.ts';

const MAX_SHOWN = 20;

/** S7: open bets, with the stake. Later the passwords of the user's bets are erased. */
export const betDeletion: AccountDeletion = {
  async blocks(tx, userId) {
    const openOf = (column: string) =>
      `(SELECT b.id, ${titleSql} AS title, b.stake_points AS points FROM bets b
        WHERE b.${column} = $1 AND b.status IN ('pending', 'active') LIMIT ${MAX_SHOWN})`;
    const { rows } = await tx.client.query<{ id: number; title: string; points: number }>({
      name: 'bets-block-deletion',
      text: `${openOf('creator_id')} UNION ALL ${openOf('opponent_id')} ORDER BY id LIMIT ${MAX_SHOWN}`,
      values: [userId],
    });
    return rows.map(({ title, points }) => ({
      kind: 'bet',
      details: title,
      bid_points: points,
      path: paths.ownBets,
    }));
  },
  async erase(tx, userId) {
    await tx.client.query({
      name: 'bets-erase-passwords',
      text: 'UPDATE bets SET sealed_password = NULL WHERE creator_id = $1 AND sealed_password IS NOT NULL',
      values: [userId],
    });
  },
};
