import { inCoins } from '@copup/shared/coins.ts';
import { clientOf, type ReadOutlook } from '../../operators/consequences.ts';

/** Reads what an adjustment of a user's coins starts from (O4). */
export const adjustOutlook: ReadOutlook = async (source, id) => {
  const { rows } = await clientOf(source).query<{ username: string; available: number; held: number }>({
    name: 'adjust-outlook',
    text: `SELECT u.username::text, w.available, w.held FROM users u JOIN wallets w ON w.user_id = u.id
      WHERE u.id = $1 AND u.deleted_at IS NULL`,
    values: [id],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { username, available, held } = row;
  return {
    facts: { available },
    lines: [
      {
        icon: 'none',
        text: `${username} has ${inCoins(available)} available and ${inCoins(held)} held now`,
      },
      { icon: 'notice', text: `${username} is notified of coins that are given` },
    ],
  };
};
